/** Replaces a secret. `import` accepts it neither as a password nor as an e-mail address. */
export const masked = '[masked]';

/** A longer value is masked in part. */
const maxValueLength = 65_536;

/** Held back until the next part of a line arrives: it may be the start of a secret. */
const tailLength = 1024;

const quoted = String.raw`\\*"(?:[^"\\]|\\[^]){0,${maxValueLength}}"?`;
const nested = String.raw`[[{][^\]}]{0,${maxValueLength}}[\]}]?`;
const bare = String.raw`[^\s",[\]{}]+`;
const key = String.raw`(?:password|passwd)\w{0,64}\\*["']?\s*[:=]|e-?mail\w{0,64}\\*"\s*:`;
const member = String.raw`(?<key>${key})\s*(?!null\b|\\*"\\*"|\s)(?:${quoted}|${nested}|${bare})`;

const hash = String.raw`\$(?:argon2\w{1,2}|scrypt|pbkdf2[\w-]{0,20}|2[abxy])\$[\w+/=,.$-]{1,500}`;

// A byte of UTF-8 outside ASCII counts as a letter. The lookbehind keeps the time linear.
const letter = String.raw`[^\0-\x20"'<>()[\]\\,:;=/?&]`;
const domain = String.raw`[a-z0-9\x80-\xff-]{1,63}(?:\.[a-z0-9\x80-\xff-]{1,63})+`;
const address = String.raw`(?<!${letter})${letter}+(?:@|%40|\\u0040)${domain}`;

const secret = new RegExp(`${member}|${hash}|${address}`, 'gi');
const suspicious = /@|%40|\\u0040|passw|mail|\$/i;

/**
 * Replaces passwords, hashes of passwords and e-mail addresses in a line. It works on text, because a rejected line may be
 * anything: broken JSON, CSV, or no UTF-8.
 */
export class SecretMask {
  /** The secrets replaced so far. */
  count = 0;
  private held = '';

  /**
   * Masks a line, or the next part of a line.
   *
   * @param last whether the line ends with this part
   */
  mask(part: Buffer, last = true): Buffer {
    // One character for each byte.
    const text = this.held + part.toString('latin1');
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
