"""The Swiss system for two seats and for pods of three to six: who plays whom in the next round."""
