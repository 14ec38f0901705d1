package place.directory.analysis;

import static java.util.Map.entry;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.charfilter.MappingCharFilter;
import org.apache.lucene.analysis.core.KeywordTokenizer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.miscellaneous.TrimFilter;
import org.apache.lucene.analysis.miscellaneous.TruncateTokenFilter;
import org.apache.lucene.analysis.ngram.EdgeNGramTokenFilter;
import org.apache.lucene.analysis.pattern.PatternReplaceCharFilter;
import org.apache.lucene.analysis.pattern.PatternReplaceFilter;
import org.apache.lucene.analysis.reverse.ReverseStringFilter;
import org.apache.lucene.analysis.util.ElisionFilter;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.analysis.Analysis;
import org.elasticsearch.index.analysis.CharFilterFactory;
import org.elasticsearch.index.analysis.PreConfiguredTokenFilter;
import org.elasticsearch.index.analysis.PreConfiguredTokenizer;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;

/**
 * The part of Elasticsearch's analysis-common module that this project's mappings may use, under the official names,
 * with the official parameters and defaults: that module is in every distribution but not among the published jars.
 * The same Lucene filters do the work. The server itself brings "stop", "lowercase" and the standard tokenizer.
 */
public final class CommonAnalysisPlugin extends Plugin implements AnalysisPlugin {

    @Override
    public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
        return Map.ofEntries(
            entry("asciifolding", (index, environment, name, settings) -> asciiFolding(name, settings)),
            entry("edge_ngram", (index, environment, name, settings) -> edgeNGram(name, settings)),
            entry("trim", (index, environment, name, settings) -> new NormalizingFilter(name, TrimFilter::new)),
            entry("unique", (index, environment, name, settings) -> {
                boolean samePosition = settings.getAsBoolean("only_on_same_position", false);
                return new Filter(name, tokens -> new UniqueFilter(tokens, samePosition));
            }),
            entry("elision", configured((index, environment, name, settings) -> {
                var articles = Analysis.parseArticles(environment, settings);
                return new NormalizingFilter(name, tokens -> new ElisionFilter(tokens, articles));
            })),
            entry("truncate", configured((index, environment, name, settings) -> {
                int length = Integer.parseInt(required(settings, "length"));
                return new Filter(name, tokens -> new TruncateTokenFilter(tokens, length));
            })),
            entry("pattern_replace", configured((index, environment, name, settings) -> {
                Pattern pattern = pattern(settings);
                String replacement = settings.get("replacement", "");
                boolean all = settings.getAsBoolean("all", true);
                return new NormalizingFilter(name, tokens -> new PatternReplaceFilter(tokens, pattern, replacement, all));
            }))
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
                Pattern pattern = pattern(settings);
                String replacement = settings.get("replacement", "");
                return new NormalizingCharFilter(name, text -> new PatternReplaceCharFilter(pattern, replacement, text));
            })
        );
    }

    @Override
    public List<PreConfiguredTokenFilter> getPreConfiguredTokenFilters() {
        return List.of(
            PreConfiguredTokenFilter.singleton("asciifolding", true, ASCIIFoldingFilter::new),
            PreConfiguredTokenFilter.singleton("edge_ngram", false, false, tokens -> new EdgeNGramTokenFilter(tokens, 1)),
            PreConfiguredTokenFilter.singleton("trim", true, TrimFilter::new),
            PreConfiguredTokenFilter.singleton("truncate", false, tokens -> new TruncateTokenFilter(tokens, 10)),
            PreConfiguredTokenFilter.singleton("unique", false, tokens -> new UniqueFilter(tokens, false))
        );
    }

    @Override
    public List<PreConfiguredTokenizer> getPreConfiguredTokenizers() {
        return List.of(
            PreConfiguredTokenizer.singleton("keyword", KeywordTokenizer::new),
            PreConfiguredTokenizer.singleton("whitespace", WhitespaceTokenizer::new)
        );
    }

    private static TokenFilterFactory asciiFolding(String name, Settings settings) {
        boolean preserve = settings.getAsBoolean("preserve_original", false);
        return new NormalizingFilter(name, tokens -> new ASCIIFoldingFilter(tokens, preserve)) {
            @Override
            public TokenStream normalize(TokenStream tokens) {
                // A normalizer gives one token, so the original has no place beside the folded one.
                return new ASCIIFoldingFilter(tokens, false);
            }
        };
    }

    private static TokenFilterFactory edgeNGram(String name, Settings settings) {
        int min = settings.getAsInt("min_gram", 1);
        int max = settings.getAsInt("max_gram", 2);
        boolean preserve = settings.getAsBoolean("preserve_original", false);
        return switch (settings.get("side", "front")) {
            case "front" -> new Filter(name, tokens -> new EdgeNGramTokenFilter(tokens, min, max, preserve));
            case "back" -> new Filter(name, tokens -> new ReverseStringFilter(
                new EdgeNGramTokenFilter(new ReverseStringFilter(tokens), min, max, preserve)));
            default -> throw new IllegalArgumentException("invalid side: " + settings.get("side"));
        };
    }

    /** Marks a kind that exists only with settings; the others the server also makes by name alone for every index. */
    private static <T> AnalysisProvider<T> configured(AnalysisProvider<T> provider) {
        return AnalysisPlugin.requiresAnalysisSettings(provider);
    }

    private static Pattern pattern(Settings settings) {
        return Regex.compile(required(settings, "pattern"), settings.get("flags"));
    }

    private static String required(Settings settings, String key) {
        String value = settings.get(key);
        if (value == null) {
            throw new IllegalArgumentException(key + " is missing");
        }
        return value;
    }
}
