/** Markup, as opposed to text. */
export class Markup {
  constructor(readonly source: string) {}
}

type Part = string | Markup | undefined | false | readonly Part[];

/** A template of HTML. What is filled in is text, and escaped, unless it is markup itself. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.map((source, at) => (at === 0 ? '' : print(parts[at - 1])) + source).join(''));
}

function print(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Markup) return part.source;
  return typeof part === 'string' ? escape(part) : part.map(print).join('');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
