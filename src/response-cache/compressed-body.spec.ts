import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { packed } from './compressed-body.js';

const long = 'Padaria '.repeat(500);

describe('a packed body', () => {
  it.each([
    [undefined, undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.1, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
  ])('is what Accept-Encoding "%s" asks for: %s', async (accepted, expected) => {
    const { body, encoding } = await packed(long, accepted);
    expect(encoding).toBe(expected);
    const read = { br: brotliDecompressSync, gzip: gunzipSync };
    expect((encoding === undefined ? body : read[encoding](body)).toString()).toBe(long);
  });

  it.each([undefined, 'gzip', 'br'])('holds no more memory than its bytes: %s', async (accepted) => {
    for (const text of ['short', long]) {
      const { body } = await packed(text, accepted);
      expect(body.buffer.byteLength).toBe(body.length);
    }
  });
});
