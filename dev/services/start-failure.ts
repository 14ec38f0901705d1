/** A failure whose message is written for the person at the terminal: it is shown as it is, without a stack. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}
