/** What must not be read by whoever reads logs or traces (design, sections 3 and 4), and what stands in its place. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/(:\/\/)[^\s"'/@]{1,200}@/g, '$1[account]@'],
  [/\b(Bearer|Basic)(\s+|%20)[\w.~+/%=-]{12,}/gi, '$1 [credentials]'],
  [
    // In quotes, also those of a text within a text, a secret may hold anything; and it may go on behind what looks so.
    /\b(access_token|refresh_token|client_secret|password|code_verifier|code)=(?:(\\+"[^"]*"?|"([^"\\]|\\[^])*"?|'[^']*'?)[^&\s"',;)\]}]*|[^&\s"]+)/gi,
    '$1=[removed]',
  ],
  [/[^\s"'<>()[\],:;=/\\?&]{1,64}(@|%40)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+/gi, '[e-mail]'],
];

const suspicious = /@|%40|Bearer|Basic|token=|secret=|password=|code=|code_verifier=/i;

/**
 * A text without tokens, secrets, passwords and e-mail addresses. Nothing that holds one is to be written in the first
 * place; this is for what nobody thought of, such as the message of an error that repeats its input.
 */
export function redact(text: string): string {
  if (!suspicious.test(text)) return text;
  return secrets.reduce((clean, [secret, stand]) => clean.replace(secret, stand), text);
}

/**
 * A line of JSON of which every text is discreet. In the line itself a text looks otherwise: what is escaped there belongs
 * to no secret, and taken away with one would leave no JSON.
 */
export function redactLine(line: string): string {
  if (!suspicious.test(line)) return line;
  try {
    return `${JSON.stringify(discreetValue(JSON.parse(line)))}\n`;
  } catch {
    return redact(line);
  }
}

function discreetValue(value: unknown): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map(discreetValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, told]) => [redact(name), discreetValue(told)]));
}
