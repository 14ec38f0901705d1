import { LRUCache } from 'lru-cache';

/** The position of a row in a list. */
interface Anchor {
  /** The offset of a page that starts right after this row. */
  offset: number;
  id: string;
  /** As text of PostgreSQL: a JavaScript date has a smaller range. */
  created: string;
}

/** The anchors of a list, in one version of its table. */
interface AnchoredList {
  version: string;
  /** The size of the list. */
  found: number;
  /** By ascending offset. */
  anchors: readonly Anchor[];
}

export interface FoundAnchor {
  anchor: Anchor;
  /** The size of the list when the anchor was stored. */
  found: number;
}

/** Each takes about 300 bytes. */
const maxAnchors = 5000;

/** Limits the age, in case the notification of a change is lost. */
const maxAgeMs = 30_000;

/** Stores positions of rows in long lists, from which keyset pagination continues (ADR 60). */
export class KeysetAnchors {
  private readonly lists = new LRUCache<string, AnchoredList>({
    maxSize: maxAnchors,
    sizeCalculation: ({ anchors }) => anchors.length,
    ttl: maxAgeMs,
    noUpdateTTL: true,
  });

  /** @returns the last anchor whose offset is at most `start` */
  nearest(list: string, start: number, version: string): FoundAnchor | undefined {
    const stored = this.lists.get(list);
    if (stored?.version !== version) return undefined;
    const anchor = stored.anchors.findLast(({ offset }) => offset <= start);
    return anchor && { anchor, found: stored.found };
  }

  add(list: string, anchor: Anchor, { version, found }: Pick<AnchoredList, 'version' | 'found'>): void {
    const stored = this.lists.get(list);
    if (stored?.version !== version || stored.found !== found) {
      this.lists.delete(list);
      this.lists.set(list, { version, found, anchors: [anchor] });
      return;
    }
    const before = stored.anchors.filter(({ offset }) => offset < anchor.offset);
    const after = stored.anchors.filter(({ offset }) => offset > anchor.offset);
    this.lists.set(list, { version, found, anchors: [...before, anchor, ...after] });
  }
}
