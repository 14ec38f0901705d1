package place.directory.analysis;

import java.io.Reader;
import java.util.function.UnaryOperator;
import org.elasticsearch.index.analysis.AbstractCharFilterFactory;
import org.elasticsearch.index.analysis.NormalizingCharFilterFactory;

/** A character filter that a function creates. Normalizers of keyword fields can use it too. */
final class NormalizingCharFilter extends AbstractCharFilterFactory implements NormalizingCharFilterFactory {
    private final UnaryOperator<Reader> wrap;

    NormalizingCharFilter(String name, UnaryOperator<Reader> wrap) {
        super(name);
        this.wrap = wrap;
    }

    @Override
    public Reader create(Reader text) {
        return wrap.apply(text);
    }
}
