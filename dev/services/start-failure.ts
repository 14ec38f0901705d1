/** An expected failure: its message is shown without a stack. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

/** @throws StartFailure unless the condition holds */
export function expectThat(condition: boolean, expected: string): void {
  if (!condition) throw new StartFailure(`Expected: ${expected}`);
}
