import { type Page, type PageRequest, type PagingLimits } from '../request/paging.js';
import { type Value } from './xml.js';

/** The names in the response of a list: `{ [root]: { header, [items]: [...] } }`. */
export interface ListShape {
  root: string;
  items: string;
}

interface Extras {
  limits?: PagingLimits;
  /** Members of the header after those of every list. */
  extraHeader?: Readonly<Record<string, Value | undefined>>;
  /** Members between the header and the items. */
  extraMembers?: Readonly<Record<string, Value | undefined>>;
}

/**
 * The page of a list that a controller returns. `writeResponse` adds the header block and the `Link` header, which need
 * the URL of the request.
 */
export class ListView {
  constructor(
    readonly shape: ListShape,
    readonly request: PageRequest,
    readonly page: Page<Value>,
    readonly extras: Extras,
  ) {}
}

/** Presents each item of a page. */
export function listView<T>(
  shape: ListShape,
  request: PageRequest,
  page: Page<T>,
  present: (item: T) => Value,
  extras: Extras = {},
): ListView {
  return new ListView(shape, request, { ...page, items: page.items.map(present) }, extras);
}
