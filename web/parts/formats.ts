/** The browser's variety of a language, for numbers, dates and units: `en-US` for `en`. */
function localeFor(language: string): string {
  const spoken = language.slice(0, 2);
  return navigator.languages.find((tag) => tag.slice(0, 2).toLowerCase() === spoken && isTag(tag)) ?? language;
}

/** Some browsers report the locale of the system, such as `en-US@posix`, for which `Intl` throws. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** The country of the browser's variety of a language, if it names one. */
export function regionFor(language: string): string | undefined {
  return new Intl.Locale(localeFor(language)).region;
}

/** Formats milliseconds since the epoch as a date. */
export function day(created: number, language: string): string {
  return new Intl.DateTimeFormat(localeFor(language), { dateStyle: 'medium' }).format(created);
}

export function count(number: number, language: string): string {
  return new Intl.NumberFormat(localeFor(language)).format(number);
}

/** Countries whose people measure ways in miles. */
const milesRegions: readonly (string | undefined)[] = ['GB', 'LR', 'MM', 'US'];
const METRES_OF_MILE = 1609.344;
const METRES_OF_FOOT = 0.3048;

/** Whether the browser's variety of a language is of a country that measures ways in miles. */
export function usesMiles(language: string): boolean {
  return milesRegions.includes(regionFor(language));
}

/** Formats a distance in metres, in the units of the browser's country. */
export function distance(metres: number, language: string): string {
  const [value, unit] = usesMiles(language) ? inMiles(metres) : inKilometres(metres);
  const maximumFractionDigits = value < 10 ? 1 : 0;
  const format = new Intl.NumberFormat(localeFor(language), { style: 'unit', unit, maximumFractionDigits });
  // On one line.
  return format.format(value).replace(' ', '\u00a0');
}

function inKilometres(metres: number): [number, 'meter' | 'kilometer'] {
  return metres < 1000 ? [Math.round(metres), 'meter'] : [metres / 1000, 'kilometer'];
}

function inMiles(metres: number): [number, 'foot' | 'mile'] {
  const miles = metres / METRES_OF_MILE;
  return miles < 0.1 ? [Math.round(metres / METRES_OF_FOOT), 'foot'] : [miles, 'mile'];
}

/** Formats a decimal text from a response with one digit after the point, so that ratings have one width. */
export function decimal(text: string, language: string): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(localeFor(language), digits).format(Number(text));
}

/** The name of a country by its ISO 3166-1 code. Other texts are returned unchanged. */
export function countryName(country: string, language: string): string {
  if (!/^[a-z]{2}$/i.test(country)) return country;
  return new Intl.DisplayNames(localeFor(language), { type: 'region' }).of(country.toUpperCase()) ?? country;
}

/** Formats the time of a local date and time: `2026-11-23T19:00`. */
export function clockTime(local: string, language: string): string {
  // A line does not end before "AM".
  return localFormat(language, { timeStyle: 'short' })
    .format(new Date(`${local}Z`))
    .replace(/\s/g, '\u00a0');
}

/** The weekday of a date: `2026-11-23`. */
export function weekday(date: string, language: string): string {
  return localFormat(language, { weekday: 'long' }).format(new Date(date));
}

const AN_HOUR = 3_600_000;
const A_DAY = 24 * AN_HOUR;

/** From midnight. Closing times in it belong to the evening before. */
const NIGHT = 6 * AN_HOUR;

/** Formats when a place opens: the time, and the day unless it is today. @param today the date at the place: `2026-11-23` */
export function openingTime(local: string, today: string, language: string): [time: string, day?: string] {
  const time = clockTime(local, language);
  return local.startsWith(today) ? [time] : [time, dayName(Date.parse(`${local}Z`), today, language)];
}

/**
 * Formats when a place closes: the time, and the day unless it is today or in the coming night.
 *
 * @param midnight what the end of a day is called
 */
export function closingTime(local: string, today: string, language: string, midnight: string): string {
  const isMidnight = local.endsWith('T00:00');
  const time = isMidnight ? midnight : clockTime(local, language);
  const at = Date.parse(`${local}Z`);
  const isTonight = at <= Date.parse(today) + A_DAY + NIGHT;
  return isTonight ? time : `${dayName(isMidnight ? at - 1 : at, today, language)} ${time}`;
}

/** The weekday; the date where the weekday could be the one a week before. */
function dayName(at: number, today: string, language: string): string {
  const isThisWeek = at < Date.parse(today) + 7 * A_DAY;
  return localFormat(language, isThisWeek ? { weekday: 'short' } : { day: 'numeric', month: 'short' }).format(at);
}

/** The date of now in a time zone: `2026-11-23`. @param timeZone absent, or unknown to the browser: that of the reader */
export function today(timeZone: string | undefined, now = new Date()): string {
  return dateFormat(timeZone).format(now);
}

function dateFormat(timeZone: string | undefined): Intl.DateTimeFormat {
  try {
    // The format of Sweden is that of ISO 8601.
    return new Intl.DateTimeFormat('sv-SE', { timeZone });
  } catch {
    return dateFormat(undefined);
  }
}

/** With a capital first letter. */
export function capitalized(text: string, language: string): string {
  const [first = ''] = text;
  return first.toLocaleUpperCase(language) + text.slice(first.length);
}

/** A name without its capitals, but for acronyms: `Nail Salon`, `ATM`. */
export function inSentence(name: string): string {
  return name.replace(/\p{L}+/gu, (word) => (/\p{Ll}/u.test(word) ? word.toLowerCase() : word));
}

/** Local times of places are formatted as if they were UTC. */
function localFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(localeFor(language), { ...options, timeZone: 'UTC' });
}
