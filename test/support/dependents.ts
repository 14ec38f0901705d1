/** What uses a thing and has to stop before that thing does. Jest runs `afterAll` in the order of definition, not in reverse. */
const dependents = new WeakMap<object, (() => Promise<void>)[]>();

export function stopBefore(owner: object, stop: () => Promise<void>): void {
  dependents.set(owner, [stop, ...(dependents.get(owner) ?? [])]);
}

export async function stopDependents(owner: object): Promise<void> {
  for (const stop of dependents.get(owner) ?? []) await stop();
}
