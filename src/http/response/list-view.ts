import { type Page, type PageRequest, type Window } from '../request/paging.js';
import { type Value } from './xml.js';

/** Where the items of a list stand in its response: `{ [root]: { header, [items]: [...] } }`. */
export interface ListShape {
  root: string;
  items: string;
}

/** What some lists have beyond their items. */
interface Extras {
  /** How far the list can be paged by `start`. */
  window?: Window;
  /** Members that stand between the header and the items. */
  beside?: Readonly<Record<string, Value | undefined>>;
}

/**
 * A list as a controller returns it. The interceptor adds the header block and the `Link` header, which need the
 * address of the request.
 */
export class ListView {
  constructor(
    readonly shape: ListShape,
    readonly request: PageRequest,
    readonly page: Page<Value>,
    readonly extras: Extras,
  ) {}
}

/** Presents the items of a page as a list. */
export function listView<T>(
  shape: ListShape,
  request: PageRequest,
  page: Page<T>,
  present: (item: T) => Value,
  extras: Extras = {},
): ListView {
  return new ListView(shape, request, { ...page, items: page.items.map(present) }, extras);
}
