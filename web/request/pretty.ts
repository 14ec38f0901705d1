import { type Format } from '../api/exchange.js';

/** An answer with its structure shown by indentation; as it is when it is not what it should be. */
export function pretty(body: string, format: Format): string {
  return format === 'json' ? prettyJson(body) : prettyXml(body);
}

function prettyJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** Elements of the service hold either elements or text, so that white space between tags means nothing. */
function prettyXml(body: string): string {
  const parts = body.match(/<[^>]*>|[^<]+/g);
  if (parts?.join('') !== body) return body;
  let depth = 0;
  const lines: string[] = [];
  let open = false;
  for (const part of parts) {
    const isEnd = part.startsWith('</');
    const isTag = part.startsWith('<');
    if (isEnd) depth -= 1;
    // A text, and the end of an element that holds nothing else, stay on the line of its beginning.
    if (lines.length > 0 && (!isTag || (isEnd && open))) lines.push(`${lines.pop() ?? ''}${part}`);
    else lines.push('  '.repeat(Math.max(0, depth)) + part);
    const begins = isTag && !isEnd && !/^<[?!]|\/>$/.test(part);
    if (begins) depth += 1;
    open = begins || (open && !isTag);
  }
  return lines
    .map((line) => line.trimEnd())
    .filter(Boolean)
    .join('\n');
}
