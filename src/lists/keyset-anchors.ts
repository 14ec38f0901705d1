import { LRUCache } from 'lru-cache';

/** A row of a list that was read before. */
interface Mark {
  /** How many rows stand before the one after it. */
  at: number;
  id: string;
  /** As PostgreSQL writes it: a date of JavaScript cannot hold all times. */
  created: string;
}

/** What is known of a list in one state of its table. */
interface Marked {
  revision: string;
  /** How long it was. */
  found: number;
  /** From the first of them to the last. */
  marks: readonly Mark[];
}

/** Marks of about 300 bytes each. */
const mostMarks = 5000;

/** Milliseconds that marks are good for, should the news of a change be lost. */
const longest = 30_000;

/** A mark, and how long the list was. */
export interface KnownAnchor {
  mark: Mark;
  found: number;
}

/** Remembers where rows stand in long lists, so that those before them need not be read again. */
export class KeysetAnchors {
  private readonly lists = new LRUCache<string, Marked>({
    maxSize: mostMarks,
    sizeCalculation: ({ marks }) => marks.length,
    ttl: longest,
    noUpdateTTL: true,
  });

  /** @returns the last mark that has no more than `start` rows before what follows it */
  nearest(list: string, start: number, revision: string): KnownAnchor | undefined {
    const known = this.lists.get(list);
    if (known?.revision !== revision) return undefined;
    const mark = known.marks.findLast(({ at }) => at <= start);
    return mark && { mark, found: known.found };
  }

  add(list: string, mark: Mark, { revision, found }: Pick<Marked, 'revision' | 'found'>): void {
    const known = this.lists.get(list);
    if (known?.revision !== revision || known.found !== found) {
      this.lists.delete(list);
      this.lists.set(list, { revision, found, marks: [mark] });
      return;
    }
    const before = known.marks.filter(({ at }) => at < mark.at);
    const after = known.marks.filter(({ at }) => at > mark.at);
    this.lists.set(list, { revision, found, marks: [...before, mark, ...after] });
  }
}
