/** Whether the hours differ from day to day and from place to place. The library knows further words for the sun. Comments do not count. */
export function dependsOnSun(text: string): boolean {
  return /sun(?:rise|set|down)|dawn|dusk|day(?:light|time)|dämmerung|sonnen(?:auf|unter)gang/i.test(
    withoutComments(text),
  );
}

export function withoutComments(text: string): string {
  return text.replaceAll(/"[^"]*"/g, '');
}

/** Minutes from the beginning of a day. Hours go on after 24:00. */
export function minuteOfClock(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}

export function clock(minute: number): string {
  const digits = (number: number): string => String(number).padStart(2, '0');
  return `${digits(Math.floor(minute / 60))}:${digits(minute % 60)}`;
}
