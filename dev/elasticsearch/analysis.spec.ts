/** What the mappings may use gives the same on the embedded node, with our plugin, as on the official distribution. */
describe('analysis', () => {
  const address = process.env.ELASTICSEARCH_URL ?? '';

  async function tokens(analysis: object, text: string): Promise<string[]> {
    const response = await fetch(`${address}/_analyze`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...analysis, text }),
    });
    const body = (await response.json()) as { tokens?: { token: string }[] };
    if (!body.tokens) throw new Error(JSON.stringify(body));
    return body.tokens.map(({ token }) => token);
  }

  it.each<[string, object, string, string[]]>([
    ['asciifolding', { tokenizer: 'standard', filter: ['asciifolding'] }, 'São Sao', ['Sao', 'Sao']],
    [
      'asciifolding that keeps the original',
      { tokenizer: 'standard', filter: [{ type: 'asciifolding', preserve_original: true }] },
      'São Sao',
      ['Sao', 'São', 'Sao'],
    ],
    [
      'edge_ngram of given lengths',
      { tokenizer: 'standard', filter: [{ type: 'edge_ngram', min_gram: 2, max_gram: 3 }] },
      'a bar',
      ['ba', 'bar'],
    ],
    [
      'edge_ngram from the back that keeps the original',
      { tokenizer: 'standard', filter: [{ type: 'edge_ngram', max_gram: 2, side: 'back', preserve_original: true }] },
      'bares',
      ['s', 'es', 'bares'],
    ],
    ['trim', { tokenizer: 'keyword', filter: ['trim'] }, '  a b ', ['a b']],
    ['truncate', { tokenizer: 'keyword', filter: [{ type: 'truncate', length: 3 }] }, 'abcdef', ['abc']],
    ['truncate by its name', { tokenizer: 'keyword', filter: ['truncate'] }, '12345678901', ['1234567890']],
    ['unique', { tokenizer: 'whitespace', filter: ['unique'] }, 'a b a', ['a', 'b']],
    [
      'unique at the same position',
      {
        tokenizer: 'whitespace',
        filter: [
          { type: 'asciifolding', preserve_original: true },
          'lowercase',
          { type: 'unique', only_on_same_position: true },
        ],
      },
      'é e e',
      ['e', 'é', 'e', 'e'],
    ],
    [
      'pattern_replace',
      { tokenizer: 'keyword', filter: [{ type: 'pattern_replace', pattern: '[^a-z]+', replacement: '-' }] },
      'a1b22c',
      ['a-b-c'],
    ],
    [
      'pattern_replace of the first match, without case',
      {
        tokenizer: 'keyword',
        filter: [{ type: 'pattern_replace', pattern: 'b', flags: 'CASE_INSENSITIVE', all: false }],
      },
      'aBcB',
      ['acB'],
    ],
    ['elision', { tokenizer: 'standard', filter: [{ type: 'elision', articles: ['d'] }] }, "d'água", ['água']],
    [
      'the mapping of characters',
      {
        tokenizer: 'standard',
        char_filter: [{ type: 'mapping', mappings: ['& => \\u0020e\\u0020', 'ß => ss', '- =>'] }],
      },
      'Bar&Café Straße a-b',
      ['Bar', 'e', 'Café', 'Strasse', 'ab'],
    ],
    [
      'the replacement of characters',
      {
        tokenizer: 'keyword',
        char_filter: [{ type: 'pattern_replace', pattern: '(\\d+)-(?=\\d)', replacement: '$1' }],
      },
      '55-11-99',
      ['551199'],
    ],
  ])('%s', async (_what, analysis, text, expected) => {
    await expect(tokens(analysis, text)).resolves.toEqual(expected);
  });
});
