import { type components, type DirectoryClient, directoryClient, getToken, type paths } from '../src/client.js';

type Search = NonNullable<paths['/v2/places']['get']['parameters']['query']>;

/** Yields name and city of every place that a search finds. Reads pages by `cursorMark`, which has no depth limit. */
export async function* pageThroughASearch(
  baseUrl: string,
  token: string,
  q: string,
  rows = 50,
): AsyncGenerator<string> {
  const client = directoryClient(baseUrl, token);
  let cursorMark: string | undefined = '*';
  while (cursorMark !== undefined) {
    const query: Search = { q, rows, cursorMark, fl: ['name', 'address.city'], sort: ['name'] };
    const { places, header } = await readPage(client, query);
    if (cursorMark === '*' && header.match) process.stderr.write(`${explain(header)}\n`);
    for (const { name, address } of places) yield [name, address?.city].filter(Boolean).join(', ');
    cursorMark = header.nextCursorMark;
  }
}

/** Says how the places were found if none has all words as typed. */
function explain({ match, words = [], omitted = [] }: components['schemas']['PlaceHeader']): string {
  const searched = `No place has all words as typed. Searched with corrections: ${words.join(' ')}`;
  return match === 'relaxed' ? `${searched}; without: ${omitted.join(' ')}` : searched;
}

async function readPage(client: DirectoryClient, query: Search) {
  const { data, error } = await client.GET('/v2/places', { params: { query } });
  if (!data) throw new Error(error.detail);
  return data.results;
}

async function main([baseUrl = 'http://localhost:3000', q = '']: string[]): Promise<void> {
  const client = { client_id: 'demo-app', client_secret: 'demo-app-secret' };
  const token = await getToken(baseUrl, { grant_type: 'client_credentials', ...client });
  for await (const name of pageThroughASearch(baseUrl, token, q)) process.stdout.write(`${name}\n`);
}

// Only if started as a program, as an ES module or in CommonJS.
if (/page-through-a-search(\.[cm]?[jt]s)?$/.test(process.argv[1] ?? '')) void main(process.argv.slice(2));
