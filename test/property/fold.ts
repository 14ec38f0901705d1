/**
 * Letters and signs that Unicode does not take apart, and that the service folds nevertheless: Elasticsearch's
 * `asciifolding` does. Those that occur in the tested data; the evaluator's own folding is decomposition alone.
 */
const UNDIVIDED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  þ: 'th',
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
};

/** A text without case and accents. */
export function fold(text: string): string {
  const letters = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return letters.replace(/[^\0-\x7F]/gu, (letter) => UNDIVIDED[letter] ?? letter);
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** The words of a text as Unicode parts them (UAX #29), folded. */
export function wordsOf(text: string): string[] {
  const segments = [...segmenter.segment(text.normalize('NFC'))];
  return segments.filter(({ isWordLike }) => isWordLike).map(({ segment }) => fold(segment));
}
