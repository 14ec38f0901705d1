import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { errorMessage } from '../../error-message.js';
import { hasWord, splitWords } from '../query/text/words.js';
import { Synonyms } from '../query/text/synonyms.js';

/** A line of a file of synonyms is wrong. The message names it. */
export class SynonymsError extends Error {}

/** More words are hardly typed together, and each costs a look-up. */
const MAX_WORDS = 6;

/**
 * Reads a file of synonyms.
 *
 * @returns them, and a version that differs if they do
 * @throws SynonymsError if the file cannot be read, or is wrong
 */
export function readSynonyms(path: string): { synonyms: Synonyms; version: string } {
  try {
    // A pipe or a device would keep the reader waiting.
    if (!statSync(path).isFile()) throw new SynonymsError('it is no file');
    const content = readFileSync(path, 'utf8');
    return { synonyms: parseSynonyms(content), version: hash('sha256', content, 'base64url') };
  } catch (error) {
    throw new SynonymsError(`The synonyms (SEARCH_SYNONYMS) cannot be read from ${path}: ${errorMessage(error)}`);
  }
}

/**
 * Parses a file of synonyms in the format of Solr and Elasticsearch: `a, b` are synonyms of each other, and with `a => b` a place
 * with `b` is found by `a`. `#` starts a comment, `\` escapes a comma or an arrow.
 *
 * @throws SynonymsError
 */
export function parseSynonyms(content: string): Synonyms {
  const synonyms = new Synonyms();
  for (const [index, line] of content
    .replace(/^\u{feff}/u, '')
    .split(/\r?\n/u)
    .entries()) {
    if (line.trim() === '' || line.trim().startsWith('#')) continue;
    const [left = '', ...rights] = line.split(/(?<!\\)=>/u);
    if (rights.length > 1) throw new SynonymsError(`line ${index + 1}: a line has at most one =>`);
    const [right] = rights;
    const typed = textsOf(left, index);
    const found = right === undefined ? typed : textsOf(right, index);
    if (right === undefined && typed.length < 2) {
      throw new SynonymsError(
        `line ${index + 1}: at least two texts separated by commas are needed, or texts => texts`,
      );
    }
    for (const text of typed) synonyms.add(text, found);
  }
  return synonyms;
}

function textsOf(side: string, index: number): string[] {
  const texts = side.split(/(?<!\\),/u).map((text) => text.replace(/\\(.)/gu, '$1').trim());
  const wrong = texts.find((text) => !hasWord(text) || splitWords(text).length > MAX_WORDS);
  if (wrong === undefined) return texts;
  throw new SynonymsError(`line ${index + 1}: ${JSON.stringify(wrong)} must have 1 to ${MAX_WORDS} words`);
}
