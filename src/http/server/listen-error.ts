/** A port cannot be listened on; the cause is what the system says. */
export class ListenError extends Error {
  /** @param variable which port it is */
  constructor(
    readonly variable: string,
    cause: unknown,
  ) {
    super(`Cannot listen on the port of ${variable}`, { cause });
  }
}
