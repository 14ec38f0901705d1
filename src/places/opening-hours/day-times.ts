// The times of a day in opening hours: `08:00`, `26:00`, `sunset`, `(sunset-01:00)`.
export const EVENTS = ['dawn', 'sunrise', 'sunset', 'dusk'] as const;

export type SunEvent = (typeof EVENTS)[number];

/** Minutes from the beginning of a day. Its sunset may be after midnight. */
export type Sun = Readonly<Record<SunEvent, number>>;

/** The day by which the library decides whether a range ends on the next day. */
export const USUAL_SUN: Sun = { dawn: 5.5 * 60, sunrise: 6 * 60, sunset: 18 * 60, dusk: 18.5 * 60 };

/** Whether the hours differ from day to day and from place to place. The library knows further words for the sun. Comments do not count. */
export function dependsOnSun(text: string): boolean {
  return /sun(?:rise|set|down)|dawn|dusk|day(?:light|time)|dämmerung|sonnen(?:auf|unter)gang/i.test(
    withoutComments(text),
  );
}

export function withoutComments(text: string): string {
  return text.replaceAll(/"[^"]*"/g, '');
}

/** The minute of `08:00`, `sunset` or `(sunset-01:00)` from the beginning of the day. */
export function minuteOf(point: string, sun: Sun): number {
  const [, event, sign, hours = '0', minutes = '0'] = /^\(?([a-z]*)([+-]?)(?:(\d\d):(\d\d))?/.exec(point) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const known = EVENTS.find((name) => name === event);
  return (known ? sun[known] : 0) + offset;
}

/** Hours go on after 24:00. */
export function clock(minute: number): string {
  const digits = (number: number): string => String(number).padStart(2, '0');
  return `${digits(Math.floor(minute / 60))}:${digits(minute % 60)}`;
}
