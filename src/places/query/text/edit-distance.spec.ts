import fc from 'fast-check';
import { editDistance } from './edit-distance.js';

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['', 'name', 4],
    ['name', 'name', 0],
    ['nome', 'name', 1],
    ['nme', 'name', 1],
    ['names', 'name', 1],
    ['nmae', 'name', 1],
    ['anem', 'name', 2],
    ['kitten', 'sitting', 3],
    // A letter moves once only, as in the index.
    ['ca', 'abc', 3],
    ['categories.subcategories.name', 'categories.subcategory.name', 3],
  ])('of "%s" and "%s" is %d', (a, b, edits) => {
    expect([editDistance(a, b), editDistance(b, a)]).toEqual([edits, edits]);
  });

  it('stops at the limit', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 });
    fc.assert(
      fc.property(text, text, fc.integer({ min: 1, max: 6 }), (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(Math.min(editDistance(a, b), limit));
      }),
    );
  });

  it('is one for each edit of a text', () => {
    const text = fc.string({ minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(text, fc.nat(), (a, seed) => {
        const at = seed % (a.length - 1);
        const swapped = `${a.slice(0, at)}${a.charAt(at + 1)}${a.charAt(at)}${a.slice(at + 2)}`;
        expect(editDistance(a, swapped)).toBe(swapped === a ? 0 : 1);
        expect(editDistance(a, `${a.slice(0, at)}${a.slice(at + 1)}`)).toBe(1);
      }),
    );
  });
});
