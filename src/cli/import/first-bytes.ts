/** The first bytes of a stream, fewer where it is shorter, and the whole of it, those bytes included. */
export interface FirstBytes {
  head: Buffer;
  whole: AsyncGenerator<Buffer>;
}

/** Looks at the beginning of a stream, to know what it is before it is read. */
export async function readFirstBytes(chunks: AsyncGenerator<Buffer>, bytes: number): Promise<FirstBytes> {
  let head = Buffer.alloc(0);
  while (head.length < bytes) {
    const next = await chunks.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  return { head, whole: startingWith(head, chunks) };
}

async function* startingWith(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  yield* rest;
}
