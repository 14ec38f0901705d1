/** Opening hours as people write them, and as they should not. */
export const OPENING_HOURS: readonly string[] = [
  '24/7',
  ...['Mo-Fr 09:00-18:00', 'Mo-Fr 09:00-18:00; PH off', 'Mo-Fr 09:00-12:00,13:30-18:00; Sa 09:00-13:00; PH off'],
  ...['Mo-Su,PH 08:00-22:00', 'Mo-Sa 10:00-20:00; Su 12:00-18:00; PH 12:00-16:00', 'Fr,Sa 22:00-05:00'],
  ...['Mo-Su 18:00-02:00', 'Su 20:00-28:00', 'Tu-Su 11:00-15:00,18:00-23:30; Mo off'],
  ...['Apr-Sep: Mo-Su 09:00-20:00; Oct-Mar: Mo-Su 10:00-16:00', 'Jun-Aug 10:00-18:00'],
  ...['Dec 24-Jan 2 off; Mo-Fr 08:00-17:00', 'Mo-Fr 08:00-17:00; Dec 25,Jan 1 off', 'week 1-53/2 We 10:00-12:00'],
  ...['Su[1] 10:00-14:00', 'Fr[-1] 17:00-21:00', 'easter off; Mo-Su 10:00-17:00', 'Mo-Su 07:00-24:00'],
  'Mo-Su 00:00-24:00; Su off',
  'sunrise-sunset',
  'Mo-Su 10:00-sunset',
  '(sunset-01:00)-24:00',
  ...['2026 Mar 1-2026 Oct 31 09:00-17:00', 'Mo-Fr 08:00-16:00 "by appointment"; Sa 10:00-12:00'],
  'off',
  ...['Mo 10:00-12:00 unknown; Tu 10:00-12:00', 'Mo-Fr 10:00-16:00 || "by appointment"', 'mo-fr 9-17h'],
];

/** Opening hours that cannot be evaluated. */
export const UNREADABLE_HOURS: readonly string[] = [
  '"by appointment"',
  'unknown',
  'call us',
  'Mo-Fr 10:00+',
  'Mo-Fr 6.30-22; Sa,Su 8-22',
  'Seasonal, only summer time',
  'Mo-Fr 16:00-, Sa 14:00-',
  '\u{1F642}',
  '(((((((((((((((((((',
  `Mo-Fr ${'09:00-10:00,'.repeat(100)}`,
  'x'.repeat(1000),
];
