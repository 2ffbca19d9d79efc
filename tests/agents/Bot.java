import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Plays the first legal move. */
public class Bot {
    private static String found(String pattern, String line) {
        Matcher matcher = Pattern.compile(pattern).matcher(line);
        return matcher.find() ? matcher.group(1) : "";
    }

    public static void main(String[] words) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String match = found("\"m\":\"([^\"]*)\"", line);
            switch (found("\"t\":\"([a-z]*)\"", line)) {
                case "hello" -> System.out.println(
                    "{\"t\":\"hello\",\"proto\":\"tmbp/1\",\"version\":\"1\",\"want\":[\"legal\"]}");
                case "match" -> System.out.println("{\"t\":\"ready\",\"m\":\"" + match + "\"}");
                case "act" -> System.out.println(
                    "{\"t\":\"move\",\"m\":\"" + match + "\",\"id\":" + found("\"id\":(\\d+)", line)
                    + ",\"move\":" + found("\"legal\":\\[(\"(?:[^\"\\\\]|\\\\.)*\")", line) + "}");
                case "quit" -> { return; }
                default -> { }
            }
        }
    }
}
