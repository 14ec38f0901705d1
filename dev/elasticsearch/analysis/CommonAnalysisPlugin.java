package place.directory.analysis;

import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.charfilter.MappingCharFilter;
import org.apache.lucene.analysis.core.KeywordTokenizer;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.miscellaneous.TrimFilter;
import org.apache.lucene.analysis.miscellaneous.TruncateTokenFilter;
import org.apache.lucene.analysis.ngram.EdgeNGramTokenFilter;
import org.apache.lucene.analysis.pattern.PatternReplaceCharFilter;
import org.apache.lucene.analysis.pattern.PatternReplaceFilter;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.analysis.CharFilterFactory;
import org.elasticsearch.index.analysis.PreConfiguredTokenFilter;
import org.elasticsearch.index.analysis.PreConfiguredTokenizer;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;

/**
 * The part of Elasticsearch's module analysis-common that the mapping of this project uses
 * (src/places/search-index/mapping.ts), with the official names and parameters. Every distribution contains that
 * module, but it is not among the published jars. The server itself provides "lowercase" and the standard tokenizer.
 */
public final class CommonAnalysisPlugin extends Plugin implements AnalysisPlugin {

    @Override
    public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
        return Map.of(
            "edge_ngram", configured((index, environment, name, settings) -> {
                int min = Integer.parseInt(required(settings, "min_gram"));
                int max = Integer.parseInt(required(settings, "max_gram"));
                return new Filter(name, tokens -> new EdgeNGramTokenFilter(tokens, min, max, false));
            }),
            "multiplexer", configured((index, environment, name, settings) -> {
                return new MultiplexerFactory(name, settings.getAsList("filters"));
            }),
            "pattern_replace", configured((index, environment, name, settings) -> {
                var pattern = Regex.compile(required(settings, "pattern"), settings.get("flags"));
                String replacement = settings.get("replacement", "");
                return new Filter(name, tokens -> new PatternReplaceFilter(tokens, pattern, replacement, true));
            }),
            "stemmer", configured((index, environment, name, settings) -> {
                return new Filter(name, Stemmers.of(required(settings, "language")));
            }),
            "truncate", configured((index, environment, name, settings) -> {
                int length = Integer.parseInt(required(settings, "length"));
                return new Filter(name, tokens -> new TruncateTokenFilter(tokens, length));
            })
        );
    }

    @Override
    public Map<String, AnalysisProvider<CharFilterFactory>> getCharFilters() {
        return Map.of(
            "mapping", configured((index, environment, name, settings) -> {
                var mappings = Mappings.parse(settings.getAsList("mappings"));
                return new NormalizingCharFilter(name, text -> new MappingCharFilter(mappings, text));
            }),
            "pattern_replace", configured((index, environment, name, settings) -> {
                var pattern = Regex.compile(required(settings, "pattern"), settings.get("flags"));
                String replacement = settings.get("replacement", "");
                return new NormalizingCharFilter(name, text -> new PatternReplaceCharFilter(pattern, replacement, text));
            })
        );
    }

    @Override
    public List<PreConfiguredTokenFilter> getPreConfiguredTokenFilters() {
        return List.of(
            PreConfiguredTokenFilter.singleton("asciifolding", true, ASCIIFoldingFilter::new),
            PreConfiguredTokenFilter.singleton("trim", true, TrimFilter::new)
        );
    }

    @Override
    public List<PreConfiguredTokenizer> getPreConfiguredTokenizers() {
        return List.of(PreConfiguredTokenizer.singleton("keyword", KeywordTokenizer::new));
    }

    /** Marks a filter that exists only with settings. Elasticsearch creates other filters by name for every index. */
    private static <T> AnalysisProvider<T> configured(AnalysisProvider<T> provider) {
        return AnalysisPlugin.requiresAnalysisSettings(provider);
    }

    private static String required(Settings settings, String key) {
        String value = settings.get(key);
        if (value == null) {
            throw new IllegalArgumentException(key + " is missing");
        }
        return value;
    }
}
