package place.directory.analysis;

import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.de.GermanMinimalStemFilter;
import org.apache.lucene.analysis.en.KStemFilter;
import org.apache.lucene.analysis.es.SpanishPluralStemFilter;
import org.apache.lucene.analysis.fr.FrenchMinimalStemFilter;
import org.apache.lucene.analysis.pt.PortugueseMinimalStemFilter;
import org.apache.lucene.analysis.snowball.SnowballFilter;
import org.tartarus.snowball.ext.DanishStemmer;

/** The languages of the "stemmer" filter that src/places/search-index/mapping.ts uses. */
final class Stemmers {
    private static final Map<String, UnaryOperator<TokenStream>> BY_LANGUAGE = Map.of(
        "danish", tokens -> new SnowballFilter(tokens, new DanishStemmer()),
        "light_english", KStemFilter::new,
        "minimal_french", FrenchMinimalStemFilter::new,
        "minimal_german", GermanMinimalStemFilter::new,
        "minimal_portuguese", PortugueseMinimalStemFilter::new,
        "spanish_plural", SpanishPluralStemFilter::new
    );

    static UnaryOperator<TokenStream> of(String language) {
        var stemmer = BY_LANGUAGE.get(language);
        if (stemmer == null) {
            throw new IllegalArgumentException("unknown language [" + language + "]");
        }
        return stemmer;
    }
}
