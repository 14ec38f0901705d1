import { readFirstBytes } from './first-bytes.js';

describe('readFirstBytes', () => {
  it('closes the stream of a reader that stops at the first bytes', async () => {
    let isClosed = false;
    const chunks = (async function* () {
      try {
        for (;;) yield Promise.resolve(Buffer.from('abc'));
      } finally {
        isClosed = true;
      }
    })();
    const { head, whole } = await readFirstBytes(chunks, 2);
    expect([head.toString(), (await whole.next()).value]).toEqual(['abc', Buffer.from('abc')]);
    await whole.return(undefined);
    expect(isClosed).toBe(true);
  });
});
