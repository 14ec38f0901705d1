import { execFileSync } from 'node:child_process';

/** A place for opening_hours, as Nominatim writes it. */
export interface NominatimPlace {
  lat: string;
  lon: string;
  address: { country_code: string; state?: string };
}

const script = `
  const OpeningHours = require('opening_hours');
  const [texts, place, instants] = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
  const attempt = (read) => {
    try {
      return read();
    } catch {
      return null;
    }
  };
  const states = texts.map((text) => {
    const hours = attempt(() => new OpeningHours(text, place));
    return instants.map((instant) => attempt(() => hours.getState(new Date(instant))));
  });
  process.stdout.write(JSON.stringify(states));`;

/**
 * Evaluates each text at each instant by opening_hours in a process of its own, whose time zone is that of the place.
 *
 * @param instants milliseconds since 1970
 * @returns whether it is open, by text and instant; null where it fails
 */
export function libraryStates(
  texts: readonly string[],
  { timeZone, place }: { timeZone: string; place: NominatimPlace },
  instants: readonly number[],
): (boolean | null)[][] {
  const output = execFileSync(process.execPath, ['-e', script], {
    env: { ...process.env, TZ: timeZone },
    input: JSON.stringify([texts, place, instants]),
    maxBuffer: 100_000_000,
    // The library reports what it cannot read.
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return JSON.parse(output.toString()) as (boolean | null)[][];
}
