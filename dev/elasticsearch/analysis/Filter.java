package place.directory.analysis;

import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.TokenStream;
import org.elasticsearch.index.analysis.AbstractTokenFilterFactory;

/** A token filter that a function creates. */
final class Filter extends AbstractTokenFilterFactory {
    private final UnaryOperator<TokenStream> wrap;

    Filter(String name, UnaryOperator<TokenStream> wrap) {
        super(name);
        this.wrap = wrap;
    }

    @Override
    public TokenStream create(TokenStream tokens) {
        return wrap.apply(tokens);
    }
}
