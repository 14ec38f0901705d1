import { Injectable } from '@nestjs/common';
import { type Area, areaKey, type AreaNames } from '../query/where/area.js';

/**
 * The cities and districts of the data, in memory. `AreaRefresh` loads them (docs/adr/0089-where-in-words.md). Empty until then: searches
 * take the names for words.
 */
@Injectable()
export class Areas implements AreaNames {
  private byKey: ReadonlyMap<string, readonly Area[]> = new Map();
  private regions: ReadonlySet<string> = new Set();
  private sorted: readonly Area[] = [];

  /** The areas, those with the most places first. */
  get all(): readonly Area[] {
    return this.sorted;
  }

  named(key: string): readonly Area[] {
    return this.byKey.get(key) ?? [];
  }

  isRegion(key: string): boolean {
    return this.regions.has(key);
  }

  /** @param areas those with the most places first */
  replace(areas: readonly Area[]): void {
    const byKey = new Map<string, Area[]>();
    for (const area of areas) {
      for (const key of keysOf(area.name)) {
        const same = byKey.get(key);
        if (same) same.push(area);
        else byKey.set(key, [area]);
      }
    }
    this.byKey = byKey;
    this.regions = new Set(
      areas.flatMap(({ state, country }) => [state, country]).flatMap((name = '') => keysOf(name)),
    );
    this.sorted = areas;
  }
}

/** `st john s` and `st johns` for St. John's. A name needs a letter: `306` is a number. */
function keysOf(name: string): string[] {
  if (!/\p{L}/u.test(name)) return [];
  const keys = [areaKey(name), areaKey(name.replace(/[\p{P}\p{S}]+/gu, ''))];
  return [...new Set(keys)].filter((key) => key !== '');
}
