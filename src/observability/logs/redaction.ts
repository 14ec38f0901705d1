/** Patterns of text that must not be in logs or traces, and their replacements. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/(:\/\/)[^\s"'/@]{1,200}@/g, '$1[account]@'],
  [/\b(Bearer|Basic)(\s+|%20)[\w.~+/%=-]{12,}/gi, '$1 [credentials]'],
  [
    // A quoted secret may contain anything, also with escaped quotes, and may continue after what looks like its end.
    /\b(access_token|refresh_token|client_secret|password|code_verifier|code)=(?:(\\+"[^"]*"?|"([^"\\]|\\[^])*"?|'[^']*'?)[^&\s"',;)\]}]*|[^&\s"]+)/gi,
    '$1=[removed]',
  ],
  [/[^\s"'<>()[\],:;=/\\?&]{1,64}(@|%40)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+/gi, '[e-mail]'],
];

const suspicious = /@|%40|Bearer|Basic|token=|secret=|password=|code=|code_verifier=/i;

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

function redactValue(value: unknown): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map(redactValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [redact(name), redactValue(member)]));
}
