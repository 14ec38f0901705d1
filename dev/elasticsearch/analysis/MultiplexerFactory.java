package place.directory.analysis;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.TokenStream;
import org.elasticsearch.index.IndexService.IndexCreationContext;
import org.elasticsearch.index.analysis.AbstractTokenFilterFactory;
import org.elasticsearch.index.analysis.CharFilterFactory;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;

/** The "multiplexer" without the original: each chain is names of filters, separated by commas. */
final class MultiplexerFactory extends AbstractTokenFilterFactory {
    private final List<String> chains;

    MultiplexerFactory(String name, List<String> chains) {
        super(name);
        this.chains = chains;
    }

    @Override
    public TokenStream create(TokenStream tokens) {
        throw new UnsupportedOperationException("the chains are not known yet");
    }

    @Override
    public TokenFilterFactory getChainAwareTokenFilterFactory(
        IndexCreationContext context,
        TokenizerFactory tokenizer,
        List<CharFilterFactory> charFilters,
        List<TokenFilterFactory> previous,
        Function<String, TokenFilterFactory> filters
    ) {
        List<UnaryOperator<TokenStream>> found = chains.stream().map(chain -> chainOf(chain, filters)).toList();
        return new Filter(name(), tokens -> new Multiplexer(tokens, found));
    }

    private static UnaryOperator<TokenStream> chainOf(String names, Function<String, TokenFilterFactory> filters) {
        List<TokenFilterFactory> chain = Arrays.stream(names.split(",")).map(String::strip).map(filters).toList();
        return tokens -> {
            TokenStream stream = tokens;
            for (TokenFilterFactory filter : chain) {
                stream = filter.create(stream);
            }
            return stream;
        };
    }
}
