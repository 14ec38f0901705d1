import { metresBetween } from './geography.js';
import { type Places } from './places.js';
import { type Key, type Search } from './search.js';

/**
 * Distances that differ by fewer metres count as equal, because Elasticsearch rounds points to about a centimetre.
 */
export const INDISTINCT = 0.05;

/** Orders the positions of places. The id is always the last key, ascending by code point. */
export class Order {
  private readonly keys: readonly Key[];
  private readonly distances: Float64Array;

  constructor(
    { order, centre }: Search,
    private readonly places: Places,
  ) {
    this.keys = order.some(({ field }) => field === 'id') ? order : [...order, { field: 'id', descending: false }];
    const isMeasured = centre !== undefined && order.some(({ field }) => field === 'distance');
    this.distances = Float64Array.from(isMeasured ? places.points : [], (point) =>
      point && centre ? metresBetween(centre, point) : Infinity,
    );
  }

  sort(positions: readonly number[]): number[] {
    return [...positions].sort((a, b) => this.compare(a, b));
  }

  compare(a: number, b: number): number {
    for (const key of this.keys) {
      const difference = this.compareBy(key, a, b);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /**
   * Whether the order of two places depends on distances that count as equal. Places at the same point are not
   * ambiguous: the next key decides.
   */
  isAmbiguous(a: number, b: number): boolean {
    for (const key of this.keys) {
      if (key.field === 'distance' && !this.areAtOnePoint(a, b)) {
        const [distanceA = 0, distanceB = 0] = [this.distances[a], this.distances[b]];
        return Math.abs(distanceA - distanceB) < Math.max(INDISTINCT, key.descending ? imprecision(distanceA) : 0);
      }
      if (this.compareBy(key, a, b) !== 0) return false;
    }
    return false;
  }

  private compareBy({ field, descending }: Key, a: number, b: number): number {
    const sign = descending ? -1 : 1;
    if (field === 'distance') return compareDistances(this.distances[a] ?? 0, this.distances[b] ?? 0, sign);
    const ranks = this.places.ranks.get(field);
    const [rankA = -1, rankB = -1] = [ranks?.[a], ranks?.[b]];
    // A place without the value comes last either way.
    if (rankA < 0 || rankB < 0) return Number(rankA < 0) - Number(rankB < 0);
    return sign * (rankA - rankB);
  }

  private areAtOnePoint(a: number, b: number): boolean {
    const [pointA, pointB] = [this.places.points[a], this.places.points[b]];
    return pointA?.lat === pointB?.lat && pointA?.lng === pointB?.lng;
  }
}

/** A place without a position comes last either way. */
function compareDistances(a: number, b: number, sign: number): number {
  if (a === Infinity || b === Infinity) return Number(a === Infinity) - Number(b === Infinity);
  return sign * (a - b);
}

/**
 * The farthest first are measured from the other side of the earth. There a distance is the less precise the closer the place is to
 * the centre: by 0.4 m at the centre itself.
 */
function imprecision(distance: number): number {
  return 0.5 / Math.max(1, distance);
}
