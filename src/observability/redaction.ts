/** Replaces a secret. */
const removed = '[removed]';

/** The ends of names whose values are secret, such as `client_secret`, `PGPASSWORD` and `X-Auth-Token`. */
const secretName = [
  ...['pass(?:word|wd|phrase|code)', 'pwd', 'secret', 'credential', 'assertion', 'code[_-]?verifier', 'csrf'],
  ...['api[_-]?key', 'private[_-]?key', 'cookie', 'authorization', 'session', String.raw`\bsid\b`],
  // Not the path of the token endpoint, and not the tokenizers of Elasticsearch.
  String.raw`(?<!\/)token(?!i[sz])`,
].join('|');

/** After the name: `=`, `: `, `":`, `\":`, `)=(`, `>`, `%3D`, `%22%3A`. */
const separator = String.raw`(?:\\{0,99}["'\x60]|%22|%27)?\)?\s{0,100}(?:=>?|:|>|%3[ad])\s{0,100}`;

const schemes = 'Bearer|Basic|Digest|Negotiate|DPoP';

/**
 * A value, and what follows its quote, which may be a part of it: quoted in a text of JSON or of SQL; a list or an object; or
 * everything up to a space, `&` or quote. A quote inside JSON inside JSON has backslashes, n times: 2n + 2 of them are a part
 * of the value, and 2n + 1 escape a quote of the value.
 */
const value = [
  String.raw`(?!(?:null|true|false)\b|(?:${schemes})\s\[)(?:(?:`,
  String.raw`(?<slashes>\\{1,99})(?<quote>["'])(?:\k<slashes>{2}\\\\|\k<slashes>{2}\\["']|(?!\k<slashes>\k<quote>)[^])*(?:\k<slashes>\k<quote>)?`,
  String.raw`|"(?:[^"\\]|\\[^])*"?`,
  String.raw`|'(?:[^'\\]|\\[^]|'')*'?`,
  String.raw`|[[{][^\]}]*[\]}]?`,
  String.raw`)[^&\s"',;)\]}]*|[^&\s"]+)`,
].join('');

/** What error codes look like: `ECONNREFUSED`, `42P01`, `not_found`, `404`. Codes of OAuth have letters of both kinds and digits. */
const errorCode = '(?:[A-Z][A-Z0-9_]{0,60}|[a-z]{1,60}(?:_[a-z]{1,60}){0,10}|[0-9]{1,6}|[0-9A-Z]{5})';

// The lookbehind keeps the time linear: an address starts at the start of a word.
const letter = String.raw`[^\s"'<>()[\],:;=/\\?&]`;

const at = String.raw`(?:@|\uff20|%(?:25)?40|\\u0040|&#(?:64|x40);)`;

const label = String.raw`(?:[\p{L}\p{M}\p{N}_-]|%[0-9a-f]{2}){1,190}`;

const domain = String.raw`(?:${label}(?:(?:[.\u3002\uff0e\uff61]|%2e)${label})+|\[[\w.:]{1,64}\])`;

/** Patterns of text that must not be in logs or traces, and their replacements. Each takes linear time. */
const patterns: readonly (readonly [RegExp, string])[] = [
  // The account of an address. A password may hold `@` and `/`, but what looks like a port ends at a `/`.
  [/((?::|%3a)(?:\\?\/|%2f){2})[^\s"'/@:]{0,100}:(?!\d{1,5}[/?#])[^\s"']{1,200}(?:@|%40)/gi, '$1[account]@'],
  [/((?::|%3a)(?:\\?\/|%2f){2})[^\s"'/]{1,200}(?:@|%40)/gi, '$1[account]@'],
  // A header, up to the end of its line.
  [
    new RegExp(String.raw`\b((?:proxy-)?authorization:[^\S\r\n]*(?:${schemes}))\s(?!\[)[^\r\n]*`, 'gi'),
    '$1 [credentials]',
  ],
  [
    new RegExp(
      String.raw`\b((?:proxy-)?authorization|(?:set-)?cookie2?)(:[^\S\r\n]*)(?![\s\\"']|(?:${schemes})\s\[)[^\r\n]*`,
      'gi',
    ),
    `$1$2${removed}`,
  ],
  [
    new RegExp(
      String.raw`\b(${schemes})(?:\s+|%20|\+)(?:[\w.~+/%=-]{12,}|(?=[\w.~+/%-]{1,11}[A-Z0-9=])[\w.~+/%=-]{4,})`,
      'g',
    ),
    '$1 [credentials]',
  ],
  [new RegExp(String.raw`\b(${schemes})(?:\s+|%20|\+)[\w.~+/%=-]{12,}`, 'gi'), '$1 [credentials]'],
  // Lists of headers: names and values in turn.
  [
    new RegExp(
      String.raw`(\\{0,99}["'](?:(?:proxy-)?authorization|(?:set-)?cookie2?|x-api-key)\\{0,99}["'],\s{0,100})(?=\\{0,99}["'])${value}`,
      'gi',
    ),
    `$1${removed}`,
  ],
  // Not a sentence such as "Not caching tokens: the connection is lost".
  [new RegExp(String.raw`((?:${secretName})(?!s:\s)[\w-]{0,32}${separator})${value}`, 'gi'), `$1${removed}`],
  [new RegExp(String.raw`(\bcode(?:=|%3d))${value}`, 'gi'), `$1${removed}`],
  [
    new RegExp(
      String.raw`(\bcode\\{0,99}["']\s{0,100}:\s{0,100})(?=\\{0,99}["'])(?!\\{0,99}["']${errorCode}\\{0,99}["'])${value}`,
      'g',
    ),
    `$1${removed}`,
  ],
  [new RegExp(String.raw`(?:"[^"\r\n]{1,64}"|(?<!${letter})${letter}+)${at}${domain}`, 'giu'), '[e-mail]'],
];

const suspicious = new RegExp(`${at}|(?:${schemes}|code(?:=|%3d|\\\\{0,99}["']))|${secretName}`, 'i');

/**
 * Replaces tokens, secrets, passwords and e-mail addresses in a text. Code must not log them in the first place; this
 * catches the rest, such as error messages that repeat their input.
 */
export function redact(text: string): string {
  if (!suspicious.test(text)) return text;
  return patterns.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text);
}

/**
 * Redacts every text in a line of JSON. It parses the line first: redacting the line itself could remove escape
 * characters, and leave invalid JSON.
 */
export function redactLine(line: string): string {
  if (!suspicious.test(line)) return line;
  try {
    return `${JSON.stringify(redactValue(JSON.parse(line)))}\n`;
  } catch {
    return redact(line);
  }
}

/** Redacts a value of JSON that has a name. */
export function redactMember(name: string, member: unknown): unknown {
  return isSecret(name, member) ? removed : redactValue(member);
}

function redactValue(value: unknown): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map(redactValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [redact(name), redactMember(name, member)]));
}

const isSecretName = new RegExp(`(?:${secretName})[\\w-]{0,32}$`, 'i');

const isErrorCode = new RegExp(`^${errorCode}$`);

/** Numbers of tokens and of sessions are no secrets, and the code of an error is none. */
function isSecret(name: string, value: unknown): boolean {
  if (value === null || typeof value === 'boolean') return false;
  if (name === 'code') return typeof value === 'string' && !isErrorCode.test(value);
  return isSecretName.test(name) && !(typeof value === 'number' && name.endsWith('s'));
}
