import fc from 'fast-check';
import { anyCharacter } from '../../test/support/any-character.js';
import { parseStringPromise } from 'xml2js';
import { type Value, writeXml } from './xml.js';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

/** What XML 1.0 can hold of a text: section 2.2, Char. */
function cleaned(text: string): string {
  return [...text]
    .filter((character) => {
      const code = character.codePointAt(0) ?? 0;
      if (code < 0x20) return code === 9 || code === 10 || code === 13;
      return !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff;
    })
    .join('');
}
describe('writeXml', () => {
  it.each<[string, Value, string]>([
    ['a text', 'x', '<root>x</root>'],
    ['an empty text', '', '<root/>'],
    ['a number', 12, '<root>12</root>'],
    ['a boolean', false, '<root>false</root>'],
    ['members in their order', { b: 1, a: 'x' }, '<root><b>1</b><a>x</a></root>'],
    ['absent members', { a: undefined, b: 'x' }, '<root><b>x</b></root>'],
    ['nothing', {}, '<root/>'],
    ['a list', { phones: ['1', '2'] }, '<root><phones><phone>1</phone><phone>2</phone></phones></root>'],
    ['a list of one', { phones: ['1'] }, '<root><phones><phone>1</phone></phones></root>'],
    ['an empty list', { users: [] }, '<root><users/></root>'],
    [
      'lists in lists',
      { errors: [{ reason: 'r', allowed: ['a', 'b'] }] },
      '<root><errors><i><reason>r</reason><allowed><i>a</i><i>b</i></allowed></i></errors></root>',
    ],
    ['markup', '<a href="x">&\'</a>]]>', '<root>&lt;a href="x"&gt;&amp;\'&lt;/a&gt;]]&gt;</root>'],
    ['what is written already', '&amp;', '<root>&amp;amp;</root>'],
    ['returns', 'a\r\nb', '<root>a&#xD;\nb</root>'],
  ])('writes %s', (_, value, xml) => {
    expect(writeXml('root', value)).toBe(declaration + xml);
  });

  it.each([
    ['categories', 'category'],
    ['subcategories', 'subcategory'],
    ['placeLists', 'placeList'],
    ['utilities', 'utility'],
    ['checkins', 'checkin'],
    ['reviews', 'review'],
    ['places', 'place'],
    ['users', 'user'],
  ])('names the items of %s by %s', (list, item) => {
    expect(writeXml('r', { [list]: ['x'] })).toBe(`${declaration}<r><${list}><${item}>x</${item}></${list}></r>`);
  });

  it('throws for a list without an item name', () => {
    expect(() => writeXml('r', { sheep: ['x'] })).toThrow('The list sheep has no singular name for XML');
  });

  it('puts the whole document into a namespace', () => {
    expect(writeXml('problem', { status: 1 }, 'urn:x')).toBe(
      `${declaration}<problem xmlns="urn:x"><status>1</status></problem>`,
    );
  });

  it('is read back by a parser as the text without forbidden characters', async () => {
    const anything = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom('\0', '\r', '\n', '\t', '\uD800', '\uFFFE', ']]>', '&', '<', 'a') }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anything), async (texts) => {
        const xml = writeXml('root', { phones: texts });
        const parsed = await parseStringPromise(xml, { explicitArray: true });
        const read: unknown[] = typeof parsed.root.phones[0] === 'string' ? [] : parsed.root.phones[0].phone;
        expect(read).toEqual(texts.map(cleaned));
      }),
    );
  });
});
