package place.directory.analysis;

import java.util.List;
import org.apache.lucene.analysis.charfilter.NormalizeCharMap;

/** Reads the rules of the "mapping" character filter: <code>from =&gt; to</code>, with escapes such as \t or a code point in hexadecimal. */
final class Mappings {
    static NormalizeCharMap parse(List<String> rules) {
        var map = new NormalizeCharMap.Builder();
        for (String rule : rules) {
            int arrow = rule.lastIndexOf("=>");
            if (arrow < 0) {
                throw new IllegalArgumentException("expected `from => to` but found [" + rule + "]");
            }
            map.add(unescape(rule.substring(0, arrow).strip()), unescape(rule.substring(arrow + 2).strip()));
        }
        return map.build();
    }

    private static String unescape(String text) {
        var result = new StringBuilder();
        for (int at = 0; at < text.length(); at++) {
            if (text.charAt(at) != '\\') {
                result.append(text.charAt(at));
                continue;
            }
            if (++at == text.length()) {
                throw new IllegalArgumentException("nothing follows the last \\ in [" + text + "]");
            }
            switch (text.charAt(at)) {
                case 'b' -> result.append('\b');
                case 'f' -> result.append('\f');
                case 'n' -> result.append('\n');
                case 'r' -> result.append('\r');
                case 't' -> result.append('\t');
                case 'u' -> {
                    result.append((char) Integer.parseInt(text, at + 1, at + 5, 16));
                    at += 4;
                }
                default -> result.append(text.charAt(at));
            }
        }
        return result.toString();
    }
}
