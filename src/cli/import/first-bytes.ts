export interface FirstBytes {
  /** The first bytes; fewer if the stream is shorter. */
  head: Buffer;
  /** The whole stream, `head` included. */
  whole: AsyncGenerator<Buffer>;
}

/** Reads the first bytes of a stream without consuming it. If it fails among them, `whole` fails after them. */
export async function readFirstBytes(chunks: AsyncGenerator<Buffer>, bytes: number): Promise<FirstBytes> {
  let head: Buffer = Buffer.alloc(0);
  try {
    while (head.length < bytes) {
      const next = await chunks.next();
      if (next.done === true) break;
      head = Buffer.concat([head, next.value]);
    }
  } catch (error) {
    if (head.length === 0) throw error;
    return { head, whole: prepend(head, failing(error)) };
  }
  return { head, whole: prepend(head, chunks) };
}

async function* failing(error: unknown): AsyncGenerator<Buffer> {
  throw await Promise.resolve(error);
}

async function* prepend(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head;
    yield* rest;
  } finally {
    // A reader that stops at the head closes the stream too.
    await rest.return(undefined);
  }
}
