package place.directory.analysis;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/** Drops tokens that were already there: in the whole stream, or at the same position only. */
final class UniqueFilter extends TokenFilter {
    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final PositionIncrementAttribute position = addAttribute(PositionIncrementAttribute.class);
    private final boolean samePosition;
    private final Set<String> seen = new HashSet<>();

    UniqueFilter(TokenStream tokens, boolean samePosition) {
        super(tokens);
        this.samePosition = samePosition;
    }

    @Override
    public boolean incrementToken() throws IOException {
        while (input.incrementToken()) {
            if (samePosition && position.getPositionIncrement() > 0) {
                seen.clear();
            }
            if (seen.add(term.toString())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void reset() throws IOException {
        super.reset();
        seen.clear();
    }
}
