import { foldedWords, isCorrectable, typedWords } from '../query/text/typed-words.js';
import { splitWords } from '../query/text/words.js';

/** How a category name matches: it starts with the typed text, it contains words that match, or not at all. */
export type CategoryMatch = 'startsWith' | 'contains' | undefined;

/** A folded name or typed text, and its words. In typed text a punctuation character between spaces is no word. */
export interface FoldedText {
  readonly words: readonly string[];
  readonly text: string;
}

export function foldText(text: string): FoldedText {
  // Each word once: the same letter a hundred times would be compared with each name as often.
  return { words: [...new Set(typedWords(text).flatMap(foldedWords))], text: foldedWords(text).join(' ') };
}

/** A name whose words are split at punctuation (`text`: `d angelo`), and with punctuation removed (`unpunctuated`: `dangelo`). */
export interface FoldedName extends FoldedText {
  readonly unpunctuated: string;
}

export function foldName(name: string): FoldedName {
  const words = foldedWords(name);
  const unpunctuated = splitWords(name).map((word) => foldedWords(word.replaceAll('&', '')).join(''));
  return {
    words: [...new Set([...words, ...unpunctuated])],
    text: words.join(' '),
    unpunctuated: unpunctuated.join(' '),
  };
}

/**
 * Matches a name as the index matches place names: every typed word must be a prefix of a word of the name. A prefix of
 * four letters or more may have one typing error.
 */
export function matchCategory(name: FoldedName, typed: FoldedText): CategoryMatch {
  // Only punctuation, which folding removes.
  if (typed.words.length === 0) return undefined;
  if (name.text.startsWith(typed.text) || name.unpunctuated.startsWith(typed.text)) return 'startsWith';
  return typed.words.every((prefix) => name.words.some((word) => hasPrefix(word, prefix))) ? 'contains' : undefined;
}

function hasPrefix(word: string, typed: string): boolean {
  // The last check is the slowest, and few words get there.
  return word.startsWith(typed) || (startsWithMistake(word, typed) && isCorrectable(typed));
}

/** Whether a word starts with the typed text except for one wrong, missing or extra letter, or two swapped ones. */
function startsWithMistake(word: string, typed: string): boolean {
  let same = 0;
  while (same < typed.length && word[same] === typed[same]) same += 1;
  const isSwapped = word[same] === typed[same + 1] && word[same + 1] === typed[same];
  // Where the rest of the typed text starts, and where it must be in the word.
  return (
    word.startsWith(typed.slice(same), same + 1) ||
    word.startsWith(typed.slice(same + 1), same + 1) ||
    word.startsWith(typed.slice(same + 1), same) ||
    (isSwapped && word.startsWith(typed.slice(same + 2), same + 2))
  );
}
