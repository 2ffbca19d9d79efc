"""How things look: tables and drawings. The only room that knows rich and tabulate."""
