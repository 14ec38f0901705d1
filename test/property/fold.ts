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
  return segmentsOf(text).flatMap(({ isWordLike, segment }) => (isWordLike ? [fold(segment)] : []));
}

/** Whether a text may go on within its last word; a sign or a space after it has ended it. */
export function endsInWord(text: string): boolean {
  return segmentsOf(text).at(-1)?.isWordLike ?? false;
}

function segmentsOf(text: string): Intl.SegmentData[] {
  return [...segmenter.segment(text.normalize('NFC'))];
}
