/** A result in a format of its own, for routes whose `@Formats` has one. An empty one becomes 204. */
export class RawResult {
  /** @param type the `Content-Type` */
  constructor(
    readonly type: string,
    readonly body: Buffer,
  ) {}
}
