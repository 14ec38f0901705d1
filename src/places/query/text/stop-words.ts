import { fold } from './fold.js';

/** Words that say little about a place, in the languages of most data sets. They are the first that are left out. */
const STOP_WORDS = setOf(
  'a an and at best by close closest for from i in is me my near nearby nearest next now of on open or the to top with',
  'a ao aos com as da das de do dos e em melhor melhores na nas no nos o os ou para perto por proximo um uma',
  'al cerca con del el en la las los mejor para y',
);

/** Words of praise and of price. Names have them too: `Good News Church`. */
const PRAISE = setOf(
  'affordable amazing awesome best better cheap cheapest excellent favorite favourite fine finest good great nice popular recommended',
  'barata baratas barato baratos boa boas bom bons economico legal melhor melhores otima otimas otimo otimos popular populares',
  'bien buen buena buenas bueno buenos excelente excelentes mejor mejores',
);

/** The different words of a text that a search without some words may keep. */
export function essentialWords(words: readonly string[]): string[] {
  const folded = words.map(fold);
  return words.filter((_, index) => {
    const word = folded[index] ?? '';
    return folded.indexOf(word) === index && !STOP_WORDS.has(word) && Array.from(word).length > 1;
  });
}

export function hasPraise(words: readonly string[]): boolean {
  return words.some(isPraise);
}

/** The essential words without praise: `pizza` for `the best pizza`. */
export function wordsWithoutPraise(words: readonly string[]): string[] {
  return essentialWords(words).filter((word) => !isPraise(word));
}

function isPraise(word: string): boolean {
  return PRAISE.has(fold(word));
}

/** The words that are not searched, in any spelling of case and accents. */
export function omittedWords(words: readonly string[], searched: readonly string[]): string[] {
  const kept = new Set(searched.map(fold));
  return words.filter((word) => !kept.has(fold(word)));
}

function setOf(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((words) => words.split(' ')));
}
