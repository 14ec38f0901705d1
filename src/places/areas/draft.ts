import { fold } from '../words/fold.js';
import { distanceInMetres, type GeoPoint } from '../query/geometry.js';
import { edgesAround, type Rectangle, toRectangle } from '../query/location.js';
import { type AddressPart } from '../words/where.js';

/** A city (without a district) or a district of the data, in one spelling. */
export interface AreaRow extends Readonly<Record<AddressPart, string | null>> {
  readonly city: string;
  readonly places: number;
  /** The middle of its places; null if none has a location. */
  readonly lat: number | null;
  readonly lng: number | null;
  /** Metres. */
  readonly radius: number;
}

/** An area that is being built from the rows that belong to it. */
export class Draft {
  readonly rows: AreaRow[] = [];
  /** Other keys that name the area. */
  readonly otherKeys = new Set<string>();
  /** Other areas that it lies in, or that it is a part of. */
  readonly parents: Draft[] = [];
  places = 0;
  private computed: Extent | undefined;

  constructor(
    readonly type: AddressPart,
    readonly key: string,
    /** Empty if no row has a country. */
    public country: string,
    /** Empty if no row has a state. */
    public state: string,
    readonly city?: Draft,
    private readonly givenName?: string,
  ) {}

  /** The name in its most frequent spelling. */
  get name(): string {
    return this.givenName ?? this.rows[0]?.[this.type] ?? this.key;
  }

  add(row: AreaRow): void {
    this.rows.push(row);
    this.places += row.places;
    this.computed = undefined;
  }

  /** Adds the rows of another area, which no longer stays. */
  include({ rows, places, state }: Draft): void {
    this.rows.push(...rows);
    this.rows.sort((a, b) => b.places - a.places);
    this.places += places;
    this.computed = undefined;
    if (this.state === '') this.state = state;
  }

  /** Makes the area a part of another one. */
  join(other: Draft): void {
    this.parents.push(other);
    other.places += this.places;
    if (other.country === '') other.country = this.country;
    if (this.country === '') this.country = other.country;
  }

  /** The area, and all that it lies in, the smallest first. */
  withParents(found = new Set<Draft>()): ReadonlySet<Draft> {
    if (found.has(this)) return found;
    found.add(this);
    for (const parent of [...this.parents, ...(this.city ? [this.city] : [])]) parent.withParents(found);
    return found;
  }

  get extent(): Extent {
    return (this.computed ??= extentOf(this.rows));
  }

  get centre(): GeoPoint | undefined {
    return this.extent.centre;
  }

  get radius(): number {
    return this.extent.radius;
  }

  /** The rectangle around most places of a state or country; undefined if none has a location. */
  get box(): Rectangle | undefined {
    return this.extent.centre && boxOf(this.rows, this.extent.centre);
  }

  /** The values of a part of the address, the most frequent first. Of spellings that differ only in case and accents, one is listed. */
  values(part: AddressPart): string[] {
    const byFolded = new Map<string, string>();
    for (const { [part]: value } of this.rows) {
      if (value === null) continue;
      const folded = fold(value);
      if (!byFolded.has(folded)) byFolded.set(folded, value);
    }
    return [...byFolded.values()];
  }
}

interface Extent {
  readonly centre?: GeoPoint;
  readonly radius: number;
}

/** The share of places within the radius of an area that has several rows. */
const WITHIN_RADIUS = 0.9;

/** A row has wrong coordinates if it lies farther away than so many times the median, and than so many metres. */
const OUTLIER = { times: 4, min: 10_000 } as const;

/** The median of the middles of the rows, and the radius that holds most of their places. */
function extentOf(rows: readonly AreaRow[]): Extent {
  const located = withLocation(rows);
  const [only] = located;
  if (!only) return { radius: 0 };
  if (located.length === 1) return { centre: { lat: only.lat, lng: only.lng }, radius: only.radius };
  // Longitudes on both sides of the 180th meridian are continued beyond it.
  const isNear = (lng: number): boolean => Math.abs(lng - only.lng) <= 180;
  const continued = (lng: number): number => (isNear(lng) ? lng : lng + 360 * Math.sign(only.lng - lng));
  const lat = quantile(
    located.map((row) => ({ value: row.lat, weight: row.places })),
    0.5,
  );
  const lng = quantile(
    located.map((row) => ({ value: continued(row.lng), weight: row.places })),
    0.5,
  );
  const centre = { lat, lng: lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng };
  const reached = located.map((row) => ({ value: distanceInMetres(centre, row) + row.radius, weight: row.places }));
  const limit = Math.max(OUTLIER.min, OUTLIER.times * quantile(reached, 0.5));
  const within = reached.filter(({ value }) => value <= limit);
  return { centre, radius: Math.ceil(quantile(within, WITHIN_RADIUS)) };
}

function withLocation(rows: readonly AreaRow[]) {
  return rows.flatMap(({ lat, lng, places, radius }) =>
    lat === null || lng === null ? [] : [{ lat, lng, places, radius }],
  );
}

/** The share of the places of a state or country beyond each edge of its box: islands far away, and wrong positions. */
const BEYOND_EDGE = 0.01;

function boxOf(rows: readonly AreaRow[], centre: GeoPoint): Rectangle {
  const circles = withLocation(rows).map(({ lat, lng, radius, places }) => {
    // Longitudes on both sides of the 180th meridian are continued beyond it.
    const continued = lng + 360 * Math.round((centre.lng - lng) / 360);
    return { ...edgesAround({ lat, lng: continued }, radius), weight: places };
  });
  const edge = (of: keyof Rectangle, share: number): number =>
    quantile(
      circles.map(({ [of]: value, weight }) => ({ value, weight })),
      share,
    );
  return toRectangle({
    ...{ north: edge('north', 1 - BEYOND_EDGE), west: edge('west', BEYOND_EDGE) },
    ...{ south: edge('south', BEYOND_EDGE), east: edge('east', 1 - BEYOND_EDGE) },
  });
}

function quantile(values: readonly { value: number; weight: number }[], share: number): number {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  let left = share * values.reduce((sum, { weight }) => sum + weight, 0);
  for (const { value, weight } of sorted) {
    left -= weight;
    if (left <= 0) return value;
  }
  return sorted.at(-1)?.value ?? 0;
}
