import { Injectable } from '@nestjs/common';
import { type CacheDependency } from './cached-decorator.js';

/** Tells whether a source is still as it was. */
export interface CacheVersion {
  /** Differs from before when the source may have changed; undefined while nobody knows. Never waits. */
  current(): string | undefined;
}

/** Knows the revisions of all that answers are made of. */
@Injectable()
export class CacheVersions {
  private readonly known = new Map<CacheDependency, CacheVersion>();

  register(source: CacheDependency, revision: CacheVersion): void {
    this.known.set(source, revision);
  }

  /** The revision of several sources together; undefined when that of one of them is not known. */
  of(sources: readonly CacheDependency[]): string | undefined {
    let together = '';
    for (const source of sources) {
      const current = this.known.get(source)?.current();
      if (current === undefined) return undefined;
      together += `${current} `;
    }
    return together;
  }
}
