import { type Check } from '../../measure/check.js';
import { type GrowthPoint } from './point.js';

/** What may be noise. */
const tolerated = 1.25;

/** Searches by words grow less than linearly. */
const lessThanLinear = 0.8;

/** Kinds whose cost depends on the words, and so on more than the number of places found. */
const kindsWithWords = ['words', 'words near a point', 'facets', 'name and point', 'suggest'];

/**
 * Without words, the time in Elasticsearch grows no faster than the number of places found; with words, slower than the
 * number of places.
 */
export function growthChecks(before: GrowthPoint, now: GrowthPoint): Check[] {
  return Object.entries(now.kinds).flatMap(([name, { engine, found = Number.NaN }]) => {
    const former = before.kinds[name];
    if (!former) return [];
    const growth = kindsWithWords.includes(name)
      ? (lessThanLinear * now.places) / before.places
      : Math.max(1, found / (former.found ?? Number.NaN));
    return {
      name: `${name}, time in Elasticsearch`,
      measured: engine / former.engine,
      atMost: Number((growth * (kindsWithWords.includes(name) ? 1 : tolerated)).toFixed(2)),
      unit: `times that of ${before.places.toLocaleString('en')} places`,
    };
  });
}
