/** Markup, as opposed to text. */
export class Html {
  constructor(readonly source: string) {}
}

type Part = string | Html | undefined | false | readonly Part[];

/** A template of HTML. What is filled in is text, and escaped, unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((source, at) => (at === 0 ? '' : print(parts[at - 1])) + source).join(''));
}

function print(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.source;
  return typeof part === 'string' ? escape(part) : part.map(print).join('');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
