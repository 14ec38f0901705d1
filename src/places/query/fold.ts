type Ranges = readonly (readonly [first: number, last: number])[];

/**
 * Characters without a width: soft hyphens, zero-width spaces, joiners and non-joiners, direction marks, byte order marks. Persian,
 * Indian, Khmer and Thai spelling uses some of them, but keyboards rarely have them.
 */
const INVISIBLE: Ranges = [
  [0x00ad, 0x00ad],
  [0x061c, 0x061c],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x2064],
  [0x2066, 0x2069],
  [0xfeff, 0xfeff],
];

/**
 * The marks that folding removes, here and in the index: accents, Hebrew points, Arabic tatweel and vowel signs, invisible
 * characters. Marks of other scripts stay: Thai vowels, for example, are letters to their readers.
 */
export const MARKS: Ranges = [
  ...INVISIBLE,
  [0x0300, 0x036f],
  [0x0591, 0x05bd],
  [0x05bf, 0x05bf],
  [0x05c1, 0x05c2],
  [0x05c4, 0x05c5],
  [0x05c7, 0x05c7],
  [0x0640, 0x0640],
  [0x064b, 0x065f],
  [0x0670, 0x0670],
];

const ANY_MARK = anyOf(MARKS);

const ANY_INVISIBLE = anyOf(INVISIBLE);

/**
 * Forms of one letter that neither Unicode nor `asciifolding` joins: the final sigma, and letters that Arabic, Persian and Urdu
 * keyboards write differently.
 */
export const LETTER_FORMS: ReadonlyMap<string, string> = new Map([
  ['ς', 'σ'],
  ['ى', 'ي'],
  ['ی', 'ي'],
  ['ک', 'ك'],
  ['ة', 'ه'],
  ['ۃ', 'ه'],
  ['ہ', 'ه'],
  ['ە', 'ه'],
]);
/**
 * The lower-case characters that `asciifolding` turns into ASCII and Unicode does not decompose, by their ASCII form.
 * test/e2e/place-alphabets.spec.ts compares them with Elasticsearch.
 */
const ASCII_LETTERS: Readonly<Record<string, string>> = {
  a: 'ɐəɚᴀᶏᶕẚₔⱥ',
  aa: 'ꜳ',
  ae: 'æᴁᴂ',
  ao: 'ꜵ',
  au: 'ꜷ',
  av: 'ꜹꜻ',
  ay: 'ꜽ',
  b: 'ƀƃɓʙᴃᵬᶀ',
  c: 'ƈȼɕʗᴄↄꜿ',
  d: 'ðđƌȡɖɗᴅᴆᵭᶁᶑꝺ',
  db: 'ȸ',
  dz: 'ǆʣʥ',
  e: 'ǝɇɘɛɜɝɞʚᴇᴈᶒᶓᶔⱸⱻ',
  f: 'ƒᵮᶂꜰꝼꟻ',
  g: 'ǥɠɡɢʛᵷᵹᶃꝿ',
  h: 'ħɥɦʜʮʯⱨⱶ',
  hv: 'ƕ',
  i: 'ıɨɪᴉᵻᵼᶖꟾ',
  j: 'ȷɉɟʄʝᴊ',
  k: 'ƙʞᴋᶄⱪꝁꝃꝅ',
  l: 'ŀłƚȴɫɬɭʟᴌᶅⱡꝇꝉꞁ',
  ll: 'ỻ',
  ls: 'ʪ',
  lz: 'ʫ',
  m: 'ɯɰɱᴍᵯᶆꟽꟿ',
  n: 'ŉŋƞȵɲɳɴᴎᵰᶇ',
  o: 'øɔɵᴏᴐᴖᴗᶗⱺꝋꝍ',
  oe: 'œɶᴔ',
  oo: 'ꝏ',
  ou: 'ȣᴕ',
  p: 'ƥᴘᵱᵽᶈꝑꝓꝕꟼ',
  q: 'ĸɋʠꝗꝙ',
  qp: 'ȹ',
  r: 'ɍɼɽɾɿʀʁᴙᴚᵲᵳᶉꝛꞃ',
  s: 'ȿʂᵴᶊẜẝꜱꞅ',
  ss: 'ß',
  t: 'ŧƫƭȶʇʈᴛᵵⱦ',
  tc: 'ʨ',
  th: 'þᵺꝧ',
  ts: 'ʦ',
  tz: 'ꜩ',
  u: 'ʉᴜᵾᶙ',
  ue: 'ᵫ',
  v: 'ʋʌᴠᶌⱱⱴꝟ',
  vy: 'ꝡ',
  w: 'ƿʍᴡⱳ',
  x: 'ᶍ',
  y: 'ƴɏʎʏỿ',
  z: 'ƶȝȥɀʐʑᴢᵶᶎⱬꝣ',
  0: '⓿',
  1: '⓵❶➀➊',
  2: '⓶❷➁➋',
  3: '⓷❸➂➌',
  4: '⓸❹➃➍',
  5: '⓹❺➄➎',
  6: '⓺❻➅➏',
  7: '⓻❼➆➐',
  8: '⓼❽➇➑',
  9: '⓽❾➈➒',
  10: '⓾❿➉➓',
  11: '⓫',
  12: '⓬',
  13: '⓭',
  14: '⓮',
  15: '⓯',
  16: '⓰',
  17: '⓱',
  18: '⓲',
  19: '⓳',
  20: '⓴',
  '"': '«»“”„″‶❝❞❮❯',
  '%': '⁒',
  "'": '‘’‚‛′‵‹›❛❜',
  '(': '❨❪',
  '((': '⸨',
  ')': '❩❫',
  '))': '⸩',
  '*': '⁎',
  '-': '‐‑‒–—⁻₋',
  '/': '⁄',
  ';': '⁏',
  '<': '❬❰',
  '>': '❭❱',
  '[': '⁅❲',
  ']': '⁆❳',
  '^': '‸',
  '{': '❴',
  '}': '❵',
  '~': '⁓',
};

/** The folded form of characters that Unicode does not decompose. */
const NOT_DECOMPOSED: ReadonlyMap<string, string> = new Map([
  ...Object.entries(ASCII_LETTERS).flatMap(([ascii, letters]) =>
    Array.from(letters, (letter) => [letter, ascii] as const),
  ),
  ...LETTER_FORMS,
]);

const HALF_WIDTH_KATAKANA = /[\uff61-\uff9f]+/gu;

/** Full-width, superscript, circled and ligature (`ﬁ`) characters that `asciifolding` folds as NFKD does. `™` is not one. */
const COMPATIBLE = /[²³¹ĳſǉǌǳᵢ-ᵥ‼⁇-⁉⁰ⁱ⁴-⁺⁼-₊₌-₎ₐ-ₓ①-⒵ⓐ-⓪ⱼﬀ-ﬄﬆ！-＿ａ-｛｝～]/u;

const PRINTABLE_ASCII = /^[ -~]*$/;

/** A text without case and accents, as the `folded` normalizer of the index returns it. */
export function fold(text: string): string {
  // Most texts are ASCII. Only their case changes, and the patterns below take several times as long.
  if (PRINTABLE_ASCII.test(text)) return text.toLowerCase();
  return withoutMarks(text)
    .replace(HALF_WIDTH_KATAKANA, (kana) => kana.normalize('NFKC'))
    .toLowerCase()
    .replace(/[^\0-\x7F]/gu, foldCharacter);
}

/** A text without `MARKS`, composed (NFC). */
export function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(ANY_MARK, '').normalize('NFC');
}

/** A text without its invisible characters. */
export function withoutInvisible(text: string): string {
  return text.replace(ANY_INVISIBLE, '');
}

function foldCharacter(character: string): string {
  return (
    NOT_DECOMPOSED.get(character) ??
    (COMPATIBLE.test(character) ? character.normalize('NFKD').toLowerCase() : character)
  );
}

function anyOf(ranges: Ranges): RegExp {
  return new RegExp(`[${ranges.map(([first, last]) => `${escaped(first)}-${escaped(last)}`).join('')}]`, 'gu');
}

function escaped(codePoint: number): string {
  return `\\u{${codePoint.toString(16)}}`;
}
