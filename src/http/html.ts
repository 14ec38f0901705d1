/** HTML source, as opposed to text that must be escaped. */
export class Html {
  constructor(readonly source: string) {}
}

type Part = string | Html | undefined | false | readonly Part[];

/** A template tag for HTML. Escapes all values except `Html`. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((source, index) => (index === 0 ? '' : toSource(parts[index - 1])) + source).join(''));
}

function toSource(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.source;
  return typeof part === 'string' ? escape(part) : part.map(toSource).join('');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
