/** Whose work it is: a share of the capacity, and a part of that share. */
export type Share = readonly [share: string, part: string];

/** A queue from which shares take turns, and so do the parts of each share: nobody waits for all items of another one. */
export class FairQueue<Item> {
  /** By share and part. The next one is first. */
  private readonly shares = new Map<string, Map<string, Item[]>>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  add(item: Item, [share, part]: Share): void {
    const parts = this.shares.get(share) ?? new Map<string, Item[]>();
    const items = parts.get(part) ?? [];
    items.push(item);
    this.shares.set(share, parts.set(part, items));
    this.count += 1;
  }

  /** Removes an item of the share and part whose turn it is. @param pick chooses it from their items, oldest first */
  take(pick: (items: readonly Item[]) => Item | undefined): Item | undefined {
    for (const [share, parts] of this.shares) {
      for (const [part, items] of parts) {
        const item = pick(items);
        if (item === undefined) return undefined;
        this.remove(item, [share, part]);
        moveToEnd(parts, part);
        moveToEnd(this.shares, share);
        return item;
      }
    }
    return undefined;
  }

  remove(item: Item, [share, part]: Share): void {
    const parts = this.shares.get(share);
    const items = parts?.get(part);
    const index = items?.indexOf(item) ?? -1;
    if (!parts || !items || index < 0) return;
    items.splice(index, 1);
    this.count -= 1;
    if (items.length === 0) parts.delete(part);
    if (parts.size === 0) this.shares.delete(share);
  }

  /** Removes the oldest item of the share, and there of the part, that has the most. */
  takeFromLargest(): Item | undefined {
    const [share, parts] = largest(this.shares, (parts) => sum([...parts.values()].map(({ length }) => length)));
    const [part, items] = largest(parts ?? new Map<string, Item[]>(), ({ length }) => length);
    const item = items?.[0];
    if (item !== undefined) this.remove(item, [share, part]);
    return item;
  }

  removeAll(): Item[] {
    const items = [...this.shares.values()].flatMap((parts) => [...parts.values()].flat());
    this.shares.clear();
    this.count = 0;
    return items;
  }
}

function moveToEnd<Value>(map: Map<string, Value>, key: string): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}

function largest<Value>(map: ReadonlyMap<string, Value>, sizeOf: (value: Value) => number): [string, Value?] {
  let found: [string, Value?] = [''];
  let size = 0;
  for (const [key, value] of map) {
    if (sizeOf(value) <= size) continue;
    found = [key, value];
    size = sizeOf(value);
  }
  return found;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
