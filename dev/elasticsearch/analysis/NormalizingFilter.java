package place.directory.analysis;

import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.TokenStream;
import org.elasticsearch.index.analysis.NormalizingTokenFilterFactory;

/** A token filter that may also stand in a normalizer of keyword fields. */
class NormalizingFilter extends Filter implements NormalizingTokenFilterFactory {
    NormalizingFilter(String name, UnaryOperator<TokenStream> wrap) {
        super(name, wrap);
    }
}
