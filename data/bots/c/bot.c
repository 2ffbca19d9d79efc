/* A bot in C for tourney: the whole line protocol tmbp/1 in one file, no library but C's own.
 *
 *     cc -O2 -o bot bot.c
 *
 * Change `worth`, which rates a move; the bot chooses one of the best. JSON is parsed in place: a
 * value is a pointer to its first character, and nothing is copied.
 */

#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#define NAME "starter"

/* -- JSON */

static const char *blank(const char *p)
{
    while (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r')
        p++;
    return p;
}

/* The character after a string; p is at its opening quote. */
static const char *past_text(const char *p)
{
    for (p++; *p && *p != '"'; p++)
        if (*p == '\\' && p[1])
            p++;
    return *p ? p + 1 : p;
}

/* The character after any value. */
static const char *past(const char *p)
{
    int depth = 0;
    do {
        p = blank(p);
        if (*p == '"') {
            p = past_text(p);
        } else if (*p == '{' || *p == '[') {
            depth++;
            p++;
        } else if (*p == '}' || *p == ']') {
            depth--;
            p++;
        } else if (*p == ',' || *p == ':') {
            p++;
        } else {
            p += strcspn(p, ",:]} \t\r\n");
        }
    } while (depth > 0 && *p);
    return p;
}

/* The value of a key of an object; NULL if it has none. Keys are plain ASCII. */
static const char *field(const char *object, const char *key)
{
    size_t length = strlen(key);
    const char *p;
    if (!object || *(p = blank(object)) != '{')
        return NULL;
    p = blank(p + 1);
    while (*p == '"') {
        const char *name = p + 1;
        const char *end = past_text(p);
        p = blank(end);
        p = blank(*p ? p + 1 : p); /* the colon */
        if ((size_t)(end - name) == length + 1 && strncmp(name, key, length) == 0)
            return p;
        p = blank(past(p));
        if (*p == ',')
            p = blank(p + 1);
    }
    return NULL;
}

/* The first element of an array, and the one after an element; NULL at the end. */
static const char *element(const char *p)
{
    p = blank(p);
    return *p && *p != ']' ? p : NULL;
}

static const char *first(const char *array)
{
    return array && *array == '[' ? element(array + 1) : NULL;
}

static const char *after(const char *value)
{
    value = blank(past(value));
    return *value == ',' ? element(value + 1) : NULL;
}

/* Whether a value is this string. */
static int is(const char *value, const char *text)
{
    size_t length = strlen(text);
    return value && *value == '"' && strncmp(value + 1, text, length) == 0 &&
           value[length + 1] == '"';
}

/* -- random numbers: splitmix64, seeded with `rng` of the match */

static uint64_t state;

static void seed_random(const char *digits)
{
    state = 0;
    for (digits++; *digits && *digits != '"'; digits++) {
        char digit[2] = {*digits, 0};
        state = state * 31 + strtoul(digit, NULL, 16);
    }
}

static uint64_t random_below(uint64_t below)
{
    uint64_t z = (state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (z ^ (z >> 31)) % below;
}

/* -- the player */

static char game[40];

static int starts(const char *move, const char *word)
{
    return strncmp(move, word, strlen(word)) == 0;
}

/* How good a move is; `move` is its text, up to the closing quote. */
static int worth(const char *move)
{
    if (strcmp(game, "diams") == 0) { /* the vault, then most cards from the market */
        int cards = 0;
        if (starts(move, "vault"))
            return 100;
        if (!starts(move, "market"))
            return 0;
        for (; *move != '"'; move++)
            cards += *move == '+';
        return 10 + cards;
    }
    if (strcmp(game, "diamond-boxes-2") == 0)
        return !starts(move, "pass");
    return 0;
}

/* One of the best moves, chosen at random in one pass over the list. */
static const char *choose(const char *legal)
{
    const char *chosen = NULL;
    int best = 0;
    uint64_t equals = 0;
    for (const char *move = first(legal); move; move = after(move)) {
        int value = worth(move + 1);
        if (!chosen || value > best) {
            best = value;
            equals = 0;
            chosen = move;
        }
        if (value == best && random_below(++equals) == 0)
            chosen = move;
    }
    return chosen;
}

/* -- messages */

/* Print a value of the message unchanged: the bot need not interpret the id and the match. */
static void echo(const char *key, const char *value)
{
    printf(",\"%s\":%.*s", key, (int)(past(value) - value), value);
}

static void answer(const char *kind, const char *message, const char *move)
{
    printf("{\"t\":\"%s\"", kind);
    echo("m", field(message, "m"));
    if (field(message, "id"))
        echo("id", field(message, "id"));
    if (move)
        echo("move", move);
    puts("}");
}

static void hello(const char *message)
{
    const char *separator = "";
    fputs("{\"t\":\"hello\",\"proto\":\"tmbp/1\",\"name\":\"" NAME "\",\"want\":[\"legal\"],\"games\":[",
          stdout);
    for (const char *rules = first(field(message, "games")); rules; rules = after(rules)) {
        printf("%s\"%.*s\"", separator, (int)strcspn(rules + 1, "/\""), rules + 1);
        separator = ",";
    }
    puts("]}");
}

static void begin(const char *message)
{
    const char *rules = field(message, "rules");
    size_t length = strcspn(rules + 1, "/\"");
    if (length >= sizeof game)
        length = sizeof game - 1;
    memcpy(game, rules + 1, length);
    game[length] = 0;
    seed_random(field(message, "rng"));
    answer("ready", message, NULL);
}

/* A long list is not part of the request; the bot asks for it. */
static void act(const char *message)
{
    const char *legal = field(message, "legal");
    if (legal)
        answer("move", message, choose(legal));
    else
        answer("legal", message, NULL);
}

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        const char *kind = field(line, "t");
        if (is(kind, "act") || is(kind, "legal"))
            act(line);
        else if (is(kind, "match"))
            begin(line);
        else if (is(kind, "hello"))
            hello(line);
        else if (is(kind, "ping"))
            printf("{\"t\":\"pong\",\"n\":%ld}\n", strtol(field(line, "n"), NULL, 10));
        else if (is(kind, "quit"))
            break;
        fflush(stdout);
    }
    free(line);
    return 0;
}
