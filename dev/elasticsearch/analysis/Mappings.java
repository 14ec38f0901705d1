package place.directory.analysis;

import java.util.List;
import org.apache.lucene.analysis.charfilter.NormalizeCharMap;

/**
 * Parses the rules of the "mapping" character filter: <code>from =&gt; to</code>. A backslash starts an escape: the letter of
 * a control character, or u and a code unit in hexadecimal.
 */
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
        for (int index = 0; index < text.length(); index++) {
            if (text.charAt(index) != '\\') {
                result.append(text.charAt(index));
                continue;
            }
            if (++index == text.length()) {
                throw new IllegalArgumentException("nothing follows the last \\ in [" + text + "]");
            }
            switch (text.charAt(index)) {
                case 'b' -> result.append('\b');
                case 'f' -> result.append('\f');
                case 'n' -> result.append('\n');
                case 'r' -> result.append('\r');
                case 't' -> result.append('\t');
                case 'u' -> {
                    result.append((char) Integer.parseInt(text, index + 1, index + 5, 16));
                    index += 4;
                }
                default -> result.append(text.charAt(index));
            }
        }
        return result.toString();
    }
}
