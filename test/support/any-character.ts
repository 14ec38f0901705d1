import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 } as const;

/** Any character of Unicode. The units of fast-check are tables of all characters, which take a second to build. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES.count })
  .map((code) => String.fromCodePoint(code < SURROGATES.first ? code : code + SURROGATES.count));
