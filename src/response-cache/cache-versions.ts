import { Injectable } from '@nestjs/common';
import { type CacheDependency } from './cached-decorator.js';

export interface CacheVersion {
  /** @returns a text that differs after each change of the dependency; undefined while the version is unknown */
  current(): string | undefined;
}

/** The current versions of all dependencies. `TableVersions` and `IndexCacheVersion` register them. */
@Injectable()
export class CacheVersions {
  private readonly versions = new Map<CacheDependency, CacheVersion>();

  register(dependency: CacheDependency, version: CacheVersion): void {
    this.versions.set(dependency, version);
  }

  /** @returns the combined version; undefined if one of them is unknown */
  of(dependencies: readonly CacheDependency[]): string | undefined {
    let combined = '';
    for (const dependency of dependencies) {
      const current = this.versions.get(dependency)?.current();
      if (current === undefined) return undefined;
      combined += `${current} `;
    }
    return combined;
  }
}
