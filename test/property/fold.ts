/** Letters and signs of the tested data that Elasticsearch's `asciifolding` folds, although Unicode does not decompose them. */
const WITHOUT_DECOMPOSITION: Readonly<Record<string, string>> = {
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
  return letters.replace(/[^\0-\x7F]/gu, (letter) => WITHOUT_DECOMPOSITION[letter] ?? letter);
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** The words of a text (UAX #29), folded. */
export function wordsOf(text: string): string[] {
  return segmentsOf(text).flatMap(({ isWordLike, segment }) => (isWordLike ? [fold(segment)] : []));
}

/** Whether the last character belongs to a word. */
export function endsInWord(text: string): boolean {
  return segmentsOf(text).at(-1)?.isWordLike ?? false;
}

function segmentsOf(text: string): Intl.SegmentData[] {
  return [...segmenter.segment(text.normalize('NFC'))];
}
