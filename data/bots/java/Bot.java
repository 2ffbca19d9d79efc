// A bot in Java for tourney: the whole line protocol tmbp/1 in one file, no library.
//
//     javac Bot.java && jar cfe bot.jar Bot Bot.class
//     java -jar bot.jar
//
// Change `worth`, which rates a move; the bot chooses one of the best. JSON is parsed in place: a
// value is the part of the line that contains it.

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

public class Bot {
    static final String NAME = "starter";

    // -- JSON

    /** The character at a place of a line; 0 after its end. */
    static char at(String line, int place) {
        return place < line.length() ? line.charAt(place) : 0;
    }

    static int blank(String line, int place) {
        while (at(line, place) != 0 && " \t\n\r".indexOf(at(line, place)) >= 0) place++;
        return place;
    }

    /** The place after a string, which begins at `place`. */
    static int pastText(String line, int place) {
        place++;
        while (at(line, place) != '"' && at(line, place) != 0)
            place += at(line, place) == '\\' ? 2 : 1;
        return Math.min(place + 1, line.length());
    }

    /** The place after any value. */
    static int past(String line, int place) {
        int depth = 0;
        do {
            place = blank(line, place);
            char c = at(line, place);
            if (c == 0) return line.length();
            if (c == '"') {
                place = pastText(line, place);
            } else if (c == '{' || c == '[') {
                depth++;
                place++;
            } else if (c == '}' || c == ']') {
                depth--;
                place++;
            } else if (c == ',' || c == ':') {
                place++;
            } else {
                while (",:]} \t\r\n\0".indexOf(at(line, place)) < 0) place++;
            }
        } while (depth > 0);
        return place;
    }

    /** The value of a key of an object; null if it has none. Keys are plain ASCII. */
    static String field(String object, String key) {
        int place = blank(object, 0);
        if (at(object, place) != '{') return null;
        place = blank(object, place + 1);
        while (at(object, place) == '"') {
            int end = pastText(object, place);
            String name = object.substring(place + 1, end - 1);
            int value = blank(object, blank(object, end) + 1); // after the colon
            int after = past(object, value);
            if (name.equals(key)) return object.substring(value, after);
            place = blank(object, after);
            if (at(object, place) == ',') place = blank(object, place + 1);
        }
        return null;
    }

    /** The elements of an array. */
    static List<String> elements(String array) {
        List<String> found = new ArrayList<>();
        int place = blank(array, 1);
        while (at(array, place) != ']' && at(array, place) != 0) {
            int end = past(array, place);
            found.add(array.substring(place, end));
            place = blank(array, end);
            if (at(array, place) == ',') place = blank(array, place + 1);
        }
        return found;
    }

    /** The text between the quotes of a string; empty if there is none. */
    static String inside(String value) {
        return value == null || value.length() < 2 ? "" : value.substring(1, value.length() - 1);
    }

    // -- random numbers: splitmix64, seeded with `rng` of the match

    static long state = 0;

    static void seedRandom(String digits) {
        state = 0;
        for (int at = 0; at < digits.length(); at++)
            state = state * 31 + Character.digit(digits.charAt(at), 16);
    }

    static long randomBelow(long below) {
        long z = state += 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return Long.remainderUnsigned(z ^ (z >>> 31), below);
    }

    // -- the player

    static String game = "";

    /** How good a move is. */
    static int worth(String move) {
        if (game.equals("diams")) { // the vault, then most cards from the market
            if (move.startsWith("vault")) return 100;
            return move.startsWith("market") ? 10 + move.split("\\+").length : 0;
        }
        if (game.equals("diamond-boxes-2")) return move.equals("pass") ? 0 : 1;
        return 0;
    }

    /** One of the best moves, chosen at random in one pass over the list. */
    static String choose(String legal) {
        String chosen = "\"\"";
        int best = 0;
        long equals = 0;
        for (String move : elements(legal)) {
            int value = worth(inside(move));
            if (equals == 0 || value > best) {
                best = value;
                equals = 0;
            }
            if (value == best && randomBelow(++equals) == 0) chosen = move;
        }
        return chosen;
    }

    // -- messages

    /** An answer; match and id are sent back as they came. */
    static String answer(String kind, String message, String move) {
        String text = "{\"t\":\"" + kind + "\",\"m\":" + field(message, "m");
        String id = field(message, "id");
        if (id != null) text += ",\"id\":" + id;
        if (move != null) text += ",\"move\":" + move;
        return text + "}\n";
    }

    /** The name of a game, given with the version of its rules. */
    static String nameOf(String rules) {
        return inside(rules).split("/")[0];
    }

    static String hello(String message) {
        List<String> names = new ArrayList<>();
        for (String rules : elements(field(message, "games"))) names.add('"' + nameOf(rules) + '"');
        return "{\"t\":\"hello\",\"proto\":\"tmbp/1\",\"name\":\"" + NAME
            + "\",\"want\":[\"legal\"],\"games\":[" + String.join(",", names) + "]}\n";
    }

    static String begin(String message) {
        game = nameOf(field(message, "rules"));
        seedRandom(inside(field(message, "rng")));
        return answer("ready", message, null);
    }

    /** A long list is not part of the request; the bot asks for it. */
    static String act(String message) {
        String legal = field(message, "legal");
        if (legal == null) return answer("legal", message, null);
        return answer("move", message, choose(legal));
    }

    static String reply(String message) {
        switch (inside(field(message, "t"))) {
            case "hello":
                return hello(message);
            case "match":
                return begin(message);
            case "act":
            case "legal":
                return act(message);
            case "ping":
                return "{\"t\":\"pong\",\"n\":" + field(message, "n") + "}\n";
            default:
                return "";
        }
    }

    public static void main(String[] arguments) throws IOException {
        // Latin-1 keeps every byte, so that texts are sent back as they came.
        var bytes = StandardCharsets.ISO_8859_1;
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, bytes));
        OutputStream output = new FileOutputStream(FileDescriptor.out); // has no buffer
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            if (inside(field(line, "t")).equals("quit")) break;
            output.write(reply(line).getBytes(bytes));
        }
    }
}
