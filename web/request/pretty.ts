import { type Format } from '../api/exchange.js';

/** Indents a JSON or XML response. Returns malformed text unchanged. */
export function pretty(body: string, format: Format): string {
  return format === 'xml' ? prettyXml(body) : prettyJson(body);
}

function prettyJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** The service has no mixed content, so white space between tags is insignificant. */
function prettyXml(body: string): string {
  const parts = body.match(/<[^<>]*>|[^<]+/g);
  if (parts?.join('') !== body) return body;
  let depth = 0;
  const lines: string[] = [];
  let open = false;
  for (const part of parts) {
    const isEnd = part.startsWith('</');
    const isTag = part.startsWith('<');
    if (isEnd) depth -= 1;
    // Keep text and the closing tag of an element without children on the line of the opening tag.
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
