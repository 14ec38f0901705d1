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
 * The marks that folding removes: accents, Hebrew points, Arabic tatweel and vowel signs, invisible characters. Marks of other scripts
 * stay: Thai vowels, for example, are letters to their readers.
 */
const MARKS: Ranges = [
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
const LETTER_FORMS: ReadonlyMap<string, string> = new Map([
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
 * Letters and signs that keyboards and data use in place of an apostrophe: the letters of Hawaiian, Ukrainian and of transcriptions,
 * accents without a letter, primes, and the apostrophes of Hebrew, Armenian and N'Ko. Unicode takes most of them for letters.
 */
const APOSTROPHES = 'ʹʺʻʼʽʾʿˈˊˋ՚׳ߴߵ᾽᾿Ꞌꞌ´`｀＇‘’‛′‵';

const ANY_APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'gu');

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
  "'": '‚‹›❛❜',
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
  ...Array.from(APOSTROPHES, (apostrophe) => [apostrophe, "'"] as const),
  ...LETTER_FORMS,
]);

const HALF_WIDTH_KATAKANA = /[\uff61-\uff9f]+/gu;

/** Full-width, superscript, circled and ligature (`ﬁ`) characters that `asciifolding` folds as NFKD does. `™` is not one. */
const COMPATIBLE = /[²³¹ĳſǉǌǳᵢ-ᵥ‼⁇-⁉⁰ⁱ⁴-⁺⁼-₊₌-₎ₐ-ₓ①-⒵ⓐ-⓪ⱼﬀ-ﬄﬆ！-＿ａ-｛｝～]/u;

/** Printable ASCII except the grave accent. */
const ONLY_CASE_CHANGES = /^[ -_a-~]*$/;

/** A text without case and accents, with ASCII digits, as the `folded` normalizer of the index returns it. */
export function fold(text: string): string {
  // Most texts are ASCII. Only their case changes, and the patterns below take several times as long.
  if (ONLY_CASE_CHANGES.test(text)) return text.toLowerCase();
  return withoutMarks(text)
    .replace(HALF_WIDTH_KATAKANA, (kana) => kana.normalize('NFKC'))
    .toLowerCase()
    .replace(/[^\0-_a-\x7F]/gu, foldCharacter);
}

/**
 * Each letter, mark and decimal digit of Unicode that `fold` changes, and each apostrophe and invisible character, with its folded
 * form. The index is made to fold by these pairs, so both fold alike.
 */
export function foldedCharacters(): (readonly [character: string, folded: string])[] {
  // Chinese and Korean, which are most of Unicode, do not change.
  const candidate = new RegExp(
    `(?![\\p{Ideographic}\\p{Script=Hangul}])[\\p{L}\\p{M}\\p{Nd}${classOf(MARKS)}${APOSTROPHES}]`,
    'gu',
  );
  // All decimal digits and all letters with a case are in the first two planes.
  let all = '';
  for (let code = 0; code < 0x20000; code += 1) if (code < 0xd800 || code > 0xdfff) all += String.fromCodePoint(code);
  const characters = all.match(candidate) ?? [];
  // All at once: to fold each alone takes longer, at each start.
  const folded = fold(characters.join('\n')).split('\n');
  return characters.flatMap((character, at) => {
    const changed = folded[at] ?? '';
    return changed === character ? [] : [[character, changed] as const];
  });
}

/** A text without `MARKS`, composed (NFC). */
export function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(ANY_MARK, '').normalize('NFC');
}

/** A text without its invisible characters. */
export function withoutInvisible(text: string): string {
  return text.replace(ANY_INVISIBLE, '');
}

/** A text as an English keyboard writes its signs: without invisible characters, with ASCII apostrophes and digits. Letters stay. */
export function withPlainSigns(text: string): string {
  if (ONLY_CASE_CHANGES.test(text)) return text;
  return withAsciiDigits(withoutInvisible(text).replace(ANY_APOSTROPHE, "'"));
}

/** A text whose decimal digits, of any script, are ASCII. */
export function withAsciiDigits(text: string): string {
  return text.replace(ANY_DIGIT, digitOf);
}

const ANY_DIGIT = /\p{Nd}/gu;

/** In Unicode, the ten digits of a script follow each other, from zero to nine. Some runs of ten follow another one. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

function foldCharacter(character: string): string {
  const folded = NOT_DECOMPOSED.get(character);
  if (folded !== undefined) return folded;
  return COMPATIBLE.test(character) ? character.normalize('NFKD').toLowerCase() : withAsciiDigits(character);
}

function anyOf(ranges: Ranges): RegExp {
  return new RegExp(`[${classOf(ranges)}]`, 'gu');
}

/** For a character class. */
function classOf(ranges: Ranges): string {
  return ranges.map(([first, last]) => `${escaped(first)}-${escaped(last)}`).join('');
}

function escaped(codePoint: number): string {
  return `\\u{${codePoint.toString(16)}}`;
}
