/** The service cannot listen on a port. `cause` is the error of the system. */
export class ListenError extends Error {
  /** @param variable the environment variable that sets the port */
  constructor(
    readonly variable: string,
    cause: unknown,
  ) {
    super(`Cannot listen on the port of ${variable}`, { cause });
  }
}
