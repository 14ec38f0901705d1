import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSynonyms } from '../synonyms/synonym-file.js';
import { parseFacets, parseFieldList, parseSort } from './selection.js';
import { parseFilters } from './parse-filter.js';
import { parseSearchTerm } from './search-request.js';

const text = readFileSync(join(__dirname, '../../../docs/query-language.md'), 'utf8');

/** The blocks of examples of one kind. */
function blocks(kind: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${kind}\\n([^]*?)\\n\`\`\`$`, 'gm'))].map(([, block = '']) => block);
}

function examples(kind: string): string[] {
  return blocks(kind).flatMap((block) => block.split('\n'));
}

describe('the reference of the query language is right', () => {
  it.each(examples('filter'))('that this is a filter: %s', (filter) => {
    expect(parseFilters([filter])).toMatchObject({ ok: true });
  });

  it.each(blocks('fault'))('that this is a fault:\n%s', (block) => {
    const [value = '', reason, suggestion] = block.split('\n---\n');
    const fault = { value, reason, ...(suggestion !== undefined && { suggestion }) };
    expect(parseFilters([value])).toEqual({ ok: false, faults: [fault] });
  });

  it.each(examples('words'))('that this is a term of words: %s', (q) => {
    expect(parseSearchTerm(q)).toMatchObject({ ok: true, value: { type: 'words' } });
  });

  it.each(examples('clause'))('that this is a term that filters: %s', (q) => {
    expect(parseSearchTerm(q)).toMatchObject({ ok: true, value: { type: 'filter' } });
  });

  it.each(examples('sort'))('that this is an order: %s', (sort) => {
    expect(parseSort(sort, { hasCentre: true })).toMatchObject({ ok: true });
  });

  it.each(examples('fl'))('that this is a selection: %s', (fl) => {
    expect(parseFieldList(fl).ignored).toEqual([]);
  });

  it.each(examples('facet'))('that this can be counted: %s', (field) => {
    expect(parseFacets(field)).toMatchObject({ ok: true });
  });

  it.each(blocks('synonyms'))('that these are synonyms:\n%s', (block) => {
    expect(parseSynonyms(block).size).toBeGreaterThan(0);
  });

  it('and no block of examples goes unread', () => {
    const kinds = [...text.matchAll(/^```(\w+)$/gm)].map(([, kind]) => kind);
    expect(new Set(kinds)).toEqual(
      new Set(['filter', 'fault', 'words', 'clause', 'sort', 'fl', 'facet', 'json', 'synonyms']),
    );
  });
});
