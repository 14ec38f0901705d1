import { type Page, type PageRequest, type Window } from './paging.js';
import { type Value } from './xml.js';

/** Where the items of a list stand in its response: `{ [root]: { header, [items]: [...] } }`. */
export interface ListShape {
  root: string;
  items: string;
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
    readonly window?: Window,
  ) {}
}

/**
 * Presents the items of a page as a list.
 *
 * @param window where the list has one: how far it can be paged by `start`
 */
export function listView<T>(
  shape: ListShape,
  request: PageRequest,
  page: Page<T>,
  present: (item: T) => Value,
  window?: Window,
): ListView {
  return new ListView(shape, request, { ...page, items: page.items.map(present) }, window);
}
