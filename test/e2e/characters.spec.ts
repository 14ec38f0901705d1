import { parseStringPromise } from 'xml2js';
import { aPlace, aReview, aUser } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

/** Texts as PostgreSQL holds them, and what XML 1.0 can say of each. */
const texts: [name: string, text: string, inXml: string][] = [
  [
    'markup',
    `<b>&amp; "quoted" 'text' ]]> <!-- --> <![CDATA[x]]>`,
    `<b>&amp; "quoted" 'text' ]]> <!-- --> <![CDATA[x]]>`,
  ],
  ['emoji', '👩‍🚀 🇧🇷 𝒳', '👩‍🚀 🇧🇷 𝒳'],
  ['control', 'a\u0001b\u0008c\u000Bd\u000Ce\u001Ff', 'abcdef'],
  ['noncharacters', 'a\uFFFEb\uFFFFc', 'abc'],
  ['spaces', ' \tx\ny ', ' \tx\ny '],
  ['returns', 'a\r\nb\rc', 'a\r\nb\rc'],
  ['structure', '$ _ # {{x}} ${y} %s', '$ _ # {{x}} ${y} %s'],
  ['delete', 'a\u007Fb\u0085c\u2028d', 'a\u007Fb\u0085c\u2028d'],
  ['directions', '\u202Eabc\u202C \u200F', '\u202Eabc\u202C \u200F'],
  ['nothing', '', ''],
  ['onlyControl', '\u0001\u0002', ''],
];

describe('characters', () => {
  const { get } = useDirectory({
    users: texts.map(([id, name]) => aUser({ id, name })),
    places: [aPlace({ id: 'masp' })],
    reviews: texts.map(([id, text]) => aReview({ id, text, userId: id, placeId: 'masp' })),
  });

  it.each(texts)('of a name come as they are in JSON, and as XML can say them: %s', async (id, text, inXml) => {
    const json = await get(`/v2/users/${id}`);
    expect(json.body.user.name).toBe(text);
    const xml = await get(`/v2/users/${id}?wt=xml`);
    const parsed = await parseStringPromise(xml.text, { explicitArray: false, normalize: false, trim: false });
    expect(parsed.user.name).toBe(inXml);
    // What XML 1.0 forbids stands nowhere, not even as a reference.
    expect(xml.text).not.toMatch(/[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|&#x?(0*[0-8bcef]|0*1[0-9a-f]);/i);
  });

  it('of reviews do so too', async () => {
    const { text } = await get('/v2/places/masp/reviews?wt=xml&rows=50');
    const parsed = await parseStringPromise(text, { explicitArray: false });
    const reviews = parsed.reviewResults.reviews.review as {
      id: string;
      text: string;
      creation: { author: { name: string } };
    }[];
    const expected = new Map(texts.map(([id, , inXml]) => [id, inXml]));
    expect(reviews).toHaveLength(texts.length);
    for (const review of reviews) {
      expect([review.id, review.text]).toEqual([review.id, expected.get(review.id)]);
      expect(review.creation.author.name).toBe(expected.get(review.id));
    }
  });

  it('of the caller are repeated in a problem as XML can say them', async () => {
    const { status, text } = await get(`/v2/users/${encodeURIComponent(']]>\u0001<x>')}?wt=xml`);
    const parsed = await parseStringPromise(text, { explicitArray: false });
    expect([status, parsed.problem.detail]).toEqual([404, 'There is no user "]]>\\u0001<x>".']);
  });
});
