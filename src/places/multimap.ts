/** Adds an item to the list of a key. */
export function push<K, V>(lists: Map<K, V[]>, key: K, item: V): void {
  const known = lists.get(key);
  if (known) known.push(item);
  else lists.set(key, [item]);
}
