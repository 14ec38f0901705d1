import { countryOf, offsetOf, timeZoneAt } from './time-zones.js';

const minute = (time: string): number => Date.parse(time) / 60_000;

describe('the offset of a time zone', () => {
  it.each([
    ['UTC', '2026-11-26T12:00Z', 0],
    ['America/St_Johns', '2026-11-26T12:00Z', -210],
    ['Asia/Kathmandu', '2026-11-26T12:00Z', 345],
    ['America/Sao_Paulo', '2026-11-26T12:00Z', -180],
    // Clocks change on the minute, in both directions.
    ['Europe/Berlin', '2027-03-28T00:59Z', 60],
    ['Europe/Berlin', '2027-03-28T01:00Z', 120],
    ['Europe/Berlin', '2027-10-31T00:59Z', 120],
    ['Europe/Berlin', '2027-10-31T01:00Z', 60],
    // Before 1970 minutes are negative.
    ['America/New_York', '1967-04-30T06:59Z', -300],
    ['America/New_York', '1967-04-30T07:00Z', -240],
  ])('of %s at %s is %d', (timeZone, time, offset) => {
    expect(offsetOf(timeZone, minute(time))).toBe(offset);
  });

  it('is read once in a quarter of an hour', () => {
    const formatToParts = jest.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
    const offsets = [0, 5, 14].map((minutes) => offsetOf('Asia/Tokyo', minute('2026-11-26T12:15Z') + minutes));
    expect(offsets).toEqual([540, 540, 540]);
    expect(formatToParts).toHaveBeenCalledTimes(1);
  });
});

describe('the time zone of a location', () => {
  it.each([
    [{ lat: '52.52', lng: '13.4' }, 'Europe/Berlin', 'DE'],
    [{ lat: '42.66', lng: '21.16' }, 'Europe/Belgrade', 'RS'],
    [{ lat: '0', lng: '-30' }, 'Etc/GMT+2', undefined],
  ])('at %j is %s, which is of %s', (location, timeZone, country) => {
    expect(timeZoneAt(location)).toBe(timeZone);
    expect(countryOf(timeZone)).toBe(country);
  });

  it('has no country if it is unknown', () => {
    expect(countryOf('Nowhere/Here')).toBeUndefined();
  });
});
