import { type Random } from '../../bench/random.js';

/** Texts that often break programs. */
// prettier-ignore
const awkward = [
  '', ' ', '\0', '\u0001', '\u0008', '\u000b', '\t', '\r\n', '\n', '\u007f', '\u0085', '\u2028', '\ufeff', '\ufffe', '\uffff',
  '\ud800', '😀', 'é', 'e\u0301', 'ß', 'İ', 'ſ', 'São Paulo', '東京', 'שלום', 'مرحبا', '\u202e', '&', '<', '>', '"', "'", ']]>',
  '<!--', '<![CDATA[', '&#0;', '&lt;', '__proto__', 'constructor', 'toString', 'null', 'undefined', 'NaN', 'true', '-0',
  '-1', '0x10', '1e9', '1e400', '00', '+1', '1,5', '1.5', '١', '2147483648', '9223372036854775808', '99999999999999999999',
  "' OR 1=1 --", '${7*7}', '{{7*7}}', '../../etc/passwd', '%', '%%', '*', '?', '~', '^', '/', '\\', ':', ';', '{', '}', '[',
  ']', '(', ')', '|', '`', '$(id)', '_source', '_all', 'match_all', '{"match_all":{}}', '/.*/', '/(a+)+$/', 'a~2', 'a^4',
];

/** Any text, rarely a long one. */
export function anyText(random: Random): string {
  const draw = random.next();
  if (draw < 0.5) return random.pick(awkward);
  if (draw < 0.7)
    return String.fromCharCode(...Array.from({ length: random.between(1, 12) }, () => random.between(0, 0xffff)));
  if (draw < 0.9) return `${random.pick(awkward)}${random.pick(awkward)}${random.pick(awkward)}`;
  if (draw < 0.98) return random.pick(awkward).repeat(random.between(2, 60));
  return random.pick(awkward).repeat(random.between(100, 1500));
}

/** A text in a URL: encoded correctly, partly, twice, or wrongly. */
export function encoded(random: Random, text: string): string {
  const draw = random.next();
  const well = encodeURIComponent(text.toWellFormed());
  if (draw < 0.8) return well;
  if (draw < 0.86) return encodeURIComponent(well);
  if (draw < 0.92) return well.slice(0, random.between(0, well.length));
  if (draw < 0.96)
    return random.pick(['%', '%f', '%ff', '%c0%80', '%ed%a0%80', '%u0041', '%00', '%zz', '%F4%90%80%80', '+']);
  // Characters that clients send without encoding.
  return text.replace(/[^!-~]/g, '').replaceAll('#', '');
}
