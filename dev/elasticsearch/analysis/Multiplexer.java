package place.directory.analysis;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.util.AttributeSource;

/** Replaces each token by what several chains of filters make of it, at the same position and each term once. */
final class Multiplexer extends TokenFilter {
    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final PositionIncrementAttribute increment = addAttribute(PositionIncrementAttribute.class);
    private final List<TokenStream> chains;
    private final Set<String> terms = new HashSet<>();
    private AttributeSource.State token;
    private int next;

    Multiplexer(TokenStream input, List<UnaryOperator<TokenStream>> chains) {
        super(input);
        this.chains = chains.stream().map(chain -> chain.apply(new Current(this))).toList();
        this.next = chains.size();
    }

    @Override
    public boolean incrementToken() throws java.io.IOException {
        while (true) {
            if (next == chains.size()) {
                if (!input.incrementToken()) {
                    return false;
                }
                token = captureState();
                terms.clear();
                next = 0;
            }
            restoreState(token);
            if (chains.get(next++).incrementToken() && terms.add(term.toString())) {
                if (terms.size() > 1) {
                    increment.setPositionIncrement(0);
                }
                return true;
            }
        }
    }

    @Override
    public void reset() throws java.io.IOException {
        super.reset();
        next = chains.size();
    }

    /** The token that the attributes hold: the input of each chain. */
    private static final class Current extends TokenStream {
        Current(AttributeSource attributes) {
            super(attributes);
        }

        @Override
        public boolean incrementToken() {
            return true;
        }
    }
}
