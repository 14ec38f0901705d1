import { Injectable } from '@nestjs/common';
import { type Source } from './cached-decorator.js';

/** Tells whether a source is still as it was. */
export interface Revision {
  /** Differs from before when the source may have changed; undefined while nobody knows. Never waits. */
  current(): string | undefined;
}

/** Knows the revisions of all that answers are made of. */
@Injectable()
export class Revisions {
  private readonly known = new Map<Source, Revision>();

  register(source: Source, revision: Revision): void {
    this.known.set(source, revision);
  }

  /** The revision of several sources together; undefined when that of one of them is not known. */
  of(sources: readonly Source[]): string | undefined {
    let together = '';
    for (const source of sources) {
      const current = this.known.get(source)?.current();
      if (current === undefined) return undefined;
      together += `${current} `;
    }
    return together;
  }
}
