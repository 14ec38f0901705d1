import { type Stats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hash } from 'node:crypto';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { errorMessage } from '../../config/error-message.js';
import { readSmallFile } from '../../config/small-file.js';
import { type SynonymMatch, Synonyms } from '../words/synonyms.js';
import { hasWord, splitAtSeparators } from '../words/words.js';

/** Words for kinds of places and for parts of addresses, in English and Portuguese. */
const DEFAULT_FILE = join(__dirname, 'kinds-of-places.txt');

/** Asks for the file's time stamp, which also works for mounted configuration whose link is replaced. */
const POLL_INTERVAL_MS = 1000;

/** The synonyms of `SEARCH_SYNONYMS`. A changed file is read again without a restart; a wrong one is logged and not used. */
@Injectable()
export class SynonymFile implements OnModuleDestroy {
  private readonly logger = new Logger(SynonymFile.name);
  private readonly path: string | undefined;
  private readonly timer: NodeJS.Timeout | undefined;
  /** The stamp of the file that was read last (`stampOf`). */
  private stamp = '';
  private synonyms = new Synonyms();
  /** Changes when the synonyms change. */
  version = '';

  /** @throws SynonymsError if the file cannot be read, or is wrong */
  constructor(@Inject(ENVIRONMENT) { SEARCH_SYNONYMS }: Pick<Environment, 'SEARCH_SYNONYMS'>) {
    if (SEARCH_SYNONYMS === 'none') return;
    this.path = SEARCH_SYNONYMS ?? DEFAULT_FILE;
    this.stamp = stampOf(statSync(this.path, { throwIfNoEntry: false }));
    this.read(this.path);
    // `fs.watchFile` misses a change before its first look, which it does not wait for.
    this.timer = setInterval(() => void this.readIfChanged(), POLL_INTERVAL_MS).unref();
  }

  /** The words of a text that have synonyms. */
  find(words: readonly string[]): SynonymMatch[] {
    return this.synonyms.find(words);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private async readIfChanged(): Promise<void> {
    if (this.path === undefined) return;
    const stamp = stampOf(await stat(this.path).catch(() => undefined));
    if (stamp === this.stamp) return;
    // Taken before the file is read: a change meanwhile is read next time.
    this.stamp = stamp;
    try {
      this.read(this.path);
      this.logger.log(`Read ${this.synonyms.size} synonyms from ${this.path}`);
    } catch (error) {
      this.logger.error(`${errorMessage(error)}. The synonyms that were read before stay in use.`);
    }
  }

  private read(path: string): void {
    const { synonyms, version } = readSynonyms(path);
    this.synonyms = synonyms;
    this.version = version;
  }
}

/** A text that changes when the file changes, or another file replaces it. */
function stampOf(file: Stats | undefined): string {
  return file ? `${file.dev} ${file.ino} ${file.size} ${file.mtimeMs}` : '';
}

/** A line of a file of synonyms is wrong. The message names it. */
export class SynonymsError extends Error {}

/** The most words of a text with synonyms. Longer texts are hardly ever typed, and each word costs a look-up. */
const MAX_WORDS = 6;

/**
 * Reads a file of synonyms.
 *
 * @returns the synonyms, and a version that changes with them
 * @throws SynonymsError if the file cannot be read, or is wrong
 */
export function readSynonyms(path: string): { synonyms: Synonyms; version: string } {
  try {
    // A pipe or a device would keep the reader waiting.
    if (!statSync(path).isFile()) throw new SynonymsError('it is no file');
    const content = readSmallFile(path).toString();
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
  const wrong = texts.find((text) => !hasWord(text) || splitAtSeparators(text).length > MAX_WORDS);
  if (wrong === undefined) return texts;
  throw new SynonymsError(`line ${index + 1}: ${JSON.stringify(wrong)} must have 1 to ${MAX_WORDS} words`);
}
