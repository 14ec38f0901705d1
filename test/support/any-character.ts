import fc from 'fast-check';

/** Any code point, half surrogates too. The units of fast-check are tables of all characters, which take a second to build. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff })
  .map((code) => String.fromCodePoint(code));
