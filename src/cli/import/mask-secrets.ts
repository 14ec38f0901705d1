/** Replaces a secret. `import` accepts it neither as a password nor as an e-mail address. */
export const masked = '[masked]';

/** A longer value is masked in part. */
const maxValueLength = 65_536;

/** Held back until the next part of a line arrives: it may be the start of a secret. */
const tailLength = 1024;

const quoted = String.raw`\\*"(?:[^"\\]|\\[^]){0,${maxValueLength}}"?`;
const singleQuoted = String.raw`\\*'(?:[^'\\]|\\[^]){0,${maxValueLength}}'?`;
const nested = String.raw`[[{][^\]}]{0,${maxValueLength}}[\]}]?`;
/** May have several words, and quotes after the first character. */
const bare = String.raw`[^\s"',[\]{}][^,[\]{}\r\n]{0,${maxValueLength}}`;
const secretName = String.raw`(?:passw(?:or)?d|passphrase|secret)`;
const aSecretName = new RegExp(secretName, 'i');
const key = String.raw`${secretName}[\w-]{0,64}\\*["']?\s*[:=]|e-?mail[\w-]{0,64}\\*["']\s*:`;
const empty = String.raw`null\s*(?:[,}\]]|$)|\\*"\\*"|''`;
const member = String.raw`(?<key>${key})\s*(?!${empty}|\s)(?:${quoted}|${singleQuoted}|${nested}|${bare})`;

const hash = String.raw`\$(?:argon2\w{1,2}|scrypt|pbkdf2[\w-]{0,20}|2[abxy])\$[\w+/=,.$-]{1,500}`;

// A byte of UTF-8 outside ASCII counts as a letter. The lookbehind keeps the time linear.
const letter = String.raw`[^\0-\x20"'<>()[\]\\,:;=/?&]`;
const domain = String.raw`[a-z0-9\x80-\xff-]{1,63}(?:\.[a-z0-9\x80-\xff-]{1,63})+`;
const address = String.raw`(?<!${letter})${letter}+(?:@|%40|\\u0040)${domain}`;

const secret = new RegExp(`${member}|${hash}|${address}`, 'gi');
const suspicious = /@|%40|\\u0040|passw|passphrase|secret|mail|\$/i;

/** A byte order mark of UTF-8, read as one character for each byte. */
const byteOrderMark = /^\xef\xbb\xbf/;

/**
 * Whether a line is a header of CSV with a column of secrets.
 *
 * @param header one character for each byte
 */
export function namesSecrets(header: string): boolean {
  const columns = header
    .slice(0, maxValueLength)
    .replace(byteOrderMark, '')
    .split(/[,;\t|\r]/, 1000);
  return columns.some((name) => /^\s*["']?[\w-]{1,100}["']?\s*$/.test(name) && aSecretName.test(name));
}

/**
 * Replaces passwords, client secrets, hashes of passwords and e-mail addresses in the lines of a file. It works on text, because a rejected line may be
 * anything: broken JSON, CSV, or no UTF-8.
 */
export class SecretMask {
  /** The secrets replaced so far. */
  count = 0;
  private held = '';
  /** The lines are CSV, and nothing but the column tells which values are secret. */
  private hasSecretColumn = false;
  private isFirstLine = true;
  /** Undefined before the first part of a line. */
  private isWholeSecret: boolean | undefined;

  /**
   * Masks a line, or the next part of a line.
   *
   * @param last whether the line ends with this part
   */
  mask(part: Buffer, last = true): Buffer {
    // One character for each byte.
    const text = part.toString('latin1');
    const isStart = this.isWholeSecret === undefined;
    this.isWholeSecret ??= this.hasSecretColumn && !/^\s*\{/.test(text);
    const isWholeSecret = this.isWholeSecret;
    if (isStart && this.isFirstLine) this.hasSecretColumn = namesSecrets(text);
    this.isFirstLine = false;
    if (last) this.isWholeSecret = undefined;
    if (!isWholeSecret) return this.maskText(this.held + text, last);
    if (isStart) this.count += 1;
    return Buffer.from(isStart ? masked : '');
  }

  private maskText(text: string, last: boolean): Buffer {
    let end = last ? text.length : Math.max(0, text.length - tailLength);
    let clean = '';
    let maskedTo = 0;
    for (const match of suspicious.test(text) ? text.matchAll(secret) : []) {
      const matchEnd = match.index + match[0].length;
      // The secret may go on in the next part.
      if (matchEnd > end) {
        end = Math.min(end, match.index);
        break;
      }
      const { key } = match.groups ?? {};
      clean += text.slice(maskedTo, match.index) + (key === undefined ? masked : `${key}"${masked}"`);
      maskedTo = matchEnd;
      this.count += 1;
    }
    clean += text.slice(maskedTo, end);
    this.held = text.slice(end);
    return Buffer.from(clean, 'latin1');
  }
}
