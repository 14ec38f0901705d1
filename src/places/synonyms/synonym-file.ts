import { type StatsListener, unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { errorMessage } from '../../error-message.js';
import { type SynonymMatch, Synonyms } from '../query/text/synonyms.js';
import { readSynonyms } from './parse-synonyms.js';

/** Words for kinds of places and for parts of addresses, in English and Portuguese. */
const DEFAULT_FILE = join(__dirname, 'kinds-of-places.txt');

/** Asks for the file's time stamp, which also works for mounted configuration whose link is replaced. */
const POLL_INTERVAL_MS = 1000;

/** The synonyms of `SEARCH_SYNONYMS`. A changed file is read again without a restart; a wrong one is logged and not used. */
@Injectable()
export class SynonymFile implements OnModuleDestroy {
  private readonly logger = new Logger(SynonymFile.name);
  private readonly path: string | undefined;
  private synonyms = new Synonyms();
  /** Differs if the synonyms do. */
  version = '';

  /** @throws SynonymsError if the file cannot be read, or is wrong */
  constructor(@Inject(ENVIRONMENT) { SEARCH_SYNONYMS }: Pick<Environment, 'SEARCH_SYNONYMS'>) {
    if (SEARCH_SYNONYMS === 'none') return;
    this.path = SEARCH_SYNONYMS ?? DEFAULT_FILE;
    this.read(this.path);
    watchFile(this.path, { interval: POLL_INTERVAL_MS, persistent: false }, this.readAgain);
  }

  /** The words of a text that have synonyms. */
  find(words: readonly string[]): SynonymMatch[] {
    return this.synonyms.find(words);
  }

  onModuleDestroy(): void {
    if (this.path !== undefined) unwatchFile(this.path, this.readAgain);
  }

  private readonly readAgain: StatsListener = () => {
    if (this.path === undefined) return;
    try {
      this.read(this.path);
      this.logger.log(`Read ${this.synonyms.size} synonyms from ${this.path}`);
    } catch (error) {
      this.logger.error(`${errorMessage(error)}. The synonyms that were read before stay in use.`);
    }
  };

  private read(path: string): void {
    const { synonyms, version } = readSynonyms(path);
    this.synonyms = synonyms;
    this.version = version;
  }
}
