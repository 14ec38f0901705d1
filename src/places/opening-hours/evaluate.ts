// The library reads dates in the time zone of the process. It gets local times of places as if they were UTC.
import '../../config/utc.js';
import OpeningHours, { type nominatim_object } from 'opening_hours';

/** Minutes. The end is not part of it. */
export interface MinuteRange {
  readonly from: number;
  readonly until: number;
}

/** What the opening hours of a place depend on, apart from their text. */
export interface Site {
  /** ISO 3166-1 alpha-2. Decides about public holidays. */
  readonly country: string | undefined;
  /** A name, or the second part of an ISO 3166-2 code. */
  readonly state: string | undefined;
  /** Decides about sunrise and sunset. The longitude is that of a place at the same hour of the sun in UTC. */
  readonly position: { readonly lat: number; readonly lng: number } | undefined;
}

/** Changes between open and closed in one evaluation: more than six a day for a year. */
const MAX_CHANGES = 2500;

const MS_OF_MINUTE = 60_000;

/** When a place is open, within the minutes that were asked for. */
export interface OpenTimes {
  readonly open: readonly MinuteRange[];
  /** Whether it may be open at other times, too: `unknown` and comments. */
  readonly isUncertain: boolean;
}

/** The opening hours of one text in OpenStreetMap's syntax. All times are minutes on the clock of the place since 1970. */
export class Evaluation {
  private changes = 0;

  private constructor(private readonly hours: OpeningHours) {}

  /** @returns undefined if the text cannot be read, or depends on holidays of an unknown country or on an unknown sunset */
  static of(text: string, site: Site): Evaluation | undefined {
    if (dependsOnSun(text) && !site.position) return undefined;
    return attempt(() => new Evaluation(new OpeningHours(text, toAddress(site))));
  }

  /** Whether all weeks are alike. */
  get isWeekly(): boolean {
    return this.hours.isWeekStable();
  }

  /** The text in the usual spelling. */
  get canonical(): string | undefined {
    return attempt(() => this.hours.prettifyValue());
  }

  /** @returns undefined if it changes too often, or no holidays are known for this time */
  openTimes(from: number, until: number): OpenTimes | undefined {
    return attempt(() => this.readTimes(from, until));
  }

  private readTimes(from: number, until: number): OpenTimes | undefined {
    const end = new Date(until * MS_OF_MINUTE);
    const iterator = this.hours.getIterator(new Date(from * MS_OF_MINUTE));
    const open: MinuteRange[] = [];
    let at = from;
    let isUncertain = false;
    for (; at < until; this.changes += 1) {
      if (this.changes > MAX_CHANGES) return undefined;
      const isOpen = iterator.getState();
      isUncertain ||= iterator.getUnknown();
      const next = iterator.advance(end) ? Math.ceil(iterator.getDate().getTime() / MS_OF_MINUTE) : until;
      if (isOpen) append(open, { from: at, until: Math.min(next, until) });
      at = next;
    }
    return { open, isUncertain };
  }
}

/** Whether the hours differ from day to day and from place to place. */
export function dependsOnSun(text: string): boolean {
  return /sun(?:rise|set)|dawn|dusk/i.test(text);
}

/** Adds a range, or extends the last one. */
export function append(ranges: MinuteRange[], range: MinuteRange): void {
  if (range.until <= range.from) return;
  const last = ranges.at(-1);
  if (last?.until === range.from) ranges[ranges.length - 1] = { from: last.from, until: range.until };
  else ranges.push(range);
}

/**
 * The library throws texts and errors, for input that it cannot read and for holidays that it does not know. It also writes
 * some of them to the console.
 */
function attempt<T>(read: () => T): T | undefined {
  const { error, warn } = console;
  Object.assign(console, { error: () => undefined, warn: () => undefined });
  try {
    return read();
  } catch {
    return undefined;
  } finally {
    Object.assign(console, { error, warn });
  }
}

/** An address as Nominatim writes it. The library wants texts, other than its types say. */
function toAddress({ country, state, position }: Site): nominatim_object {
  const code = country?.toLowerCase();
  const address = {
    ...(code !== undefined && { country_code: code }),
    ...(country !== undefined &&
      state !== undefined && { 'ISO3166-2-lvl4': `${country}-${state}`.toUpperCase(), state }),
  };
  const { lat, lng } = position ?? { lat: 0, lng: 0 };
  return { lat: String(lat), lon: String(lng), address } as unknown as nominatim_object;
}
