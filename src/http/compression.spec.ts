import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compressBody } from './compression.js';

const long = 'Padaria '.repeat(500);
describe('compressBody', () => {
  it.each([
    [undefined, undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.1, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
  ])('compresses according to Accept-Encoding "%s": %s', async (accepted, expected) => {
    const { body, encoding } = await compressBody(long, accepted);
    expect(encoding).toBe(expected);
    const read = { br: brotliDecompressSync, gzip: gunzipSync };
    expect((encoding === undefined ? body : read[encoding](body)).toString()).toBe(long);
  });

  it.each([undefined, 'gzip', 'br'])('retains no more memory than the bytes of the body: %s', async (accepted) => {
    for (const text of ['short', long]) {
      const { body } = await compressBody(text, accepted);
      expect(body.buffer.byteLength).toBe(body.length);
    }
  });
});
