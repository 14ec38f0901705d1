import { checksum } from './verify.js';

describe('checksum', () => {
  it('does not depend on the order of members, at any depth', () => {
    expect(checksum({ a: 1, b: { c: [{ d: 1, e: 2 }], f: null } })).toBe(
      checksum({ b: { f: null, c: [{ e: 2, d: 1 }] }, a: 1 }),
    );
  });

  it.each([
    [{ a: 1 }, { a: '1' }],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: 1 }, { a: 1, b: undefined, c: 1 }],
    [{ a: '4.0' }, { a: '4' }],
  ])('differs between %j and %j', (one, other) => {
    expect(checksum(one)).not.toBe(checksum(other));
  });
});
