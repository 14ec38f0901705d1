/** The embedded node with the plugin of this folder gives the same tokens as the official distribution. */
describe('analysis', () => {
  const standard = { tokenizer: 'standard' };
  const keyword = { tokenizer: 'keyword' };
  const mappings = ['& => \\u0020e\\u0020', 'ß => ss', '- =>'];

  it.each<[string, object, string, string[]]>([
    ['asciifolding', { ...standard, filter: ['asciifolding'] }, 'São Sao', ['Sao', 'Sao']],
    [
      'edge_ngram',
      { ...standard, filter: [{ type: 'edge_ngram', min_gram: 2, max_gram: 3 }] },
      'a bar bares',
      ['ba', 'bar', 'ba', 'bar'],
    ],
    ['trim', { ...keyword, filter: ['trim'] }, '  a b ', ['a b']],
    [
      'multiplexer',
      {
        ...standard,
        filter: [{ type: 'multiplexer', filters: ['trim, lowercase', 'trim'], preserve_original: false }],
      },
      'Bares bar',
      ['bares', 'Bares', 'bar'],
    ],
    [
      'pattern_replace of tokens',
      { ...standard, filter: [{ type: 'pattern_replace', pattern: '[ao]es$', replacement: 'ao' }] },
      'estacoes paes',
      ['estacao', 'pao'],
    ],
    ...Object.entries({
      danish: ['huse', 'hus'],
      light_english: ['churches', 'church'],
      minimal_french: ['chevaux', 'cheval'],
      minimal_german: ['hauser', 'haus'],
      minimal_portuguese: ['hospitais', 'hospital'],
      spanish_plural: ['hoteles', 'hotel'],
    }).map(([language, [text = '', stem = '']]): [string, object, string, string[]] => [
      `stemmer: ${language}`,
      { ...standard, filter: [{ type: 'stemmer', language }] },
      text,
      [stem],
    ]),
    ['truncate', { ...keyword, filter: [{ type: 'truncate', length: 3 }] }, 'abcdef', ['abc']],
    [
      'mapping',
      { ...standard, char_filter: [{ type: 'mapping', mappings }] },
      'Bar&Café Straße a-b',
      ['Bar', 'e', 'Café', 'Strasse', 'ab'],
    ],
    [
      'pattern_replace',
      { ...keyword, char_filter: [{ type: 'pattern_replace', pattern: '(\\d+)-(?=\\d)', replacement: '$1' }] },
      '55-11-99',
      ['551199'],
    ],
  ])('by %s', async (_name, analysis, text, expected) => {
    const response = await fetch(`${process.env.ELASTICSEARCH_URL}/_analyze`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...analysis, text }),
    });
    const { tokens } = (await response.json()) as { tokens?: { token: string }[] };
    expect(tokens?.map(({ token }) => token)).toEqual(expected);
  });
});
