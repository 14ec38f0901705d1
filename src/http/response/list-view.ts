import { type Page, type PageRequest, type PagingLimits } from '../request/paging.js';
import { type Position } from './geojson.js';
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
  /** What the licences of the data ask to show, for GeoJSON. */
  attribution?: string | undefined;
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
    /** Where each item lies, for routes that also respond in GeoJSON. */
    readonly positions?: readonly (Position | undefined)[],
  ) {}
}

/**
 * Presents each item of a page.
 *
 * @param locate where an item lies, for routes that also respond in GeoJSON
 */
export function listView<T>(
  shape: ListShape,
  request: PageRequest,
  page: Page<T>,
  present: (item: T) => Value,
  { locate, ...extras }: Extras & { locate?: (item: T) => Position | undefined } = {},
): ListView {
  const presented = { ...page, items: page.items.map(present) };
  return new ListView(shape, request, presented, extras, locate && page.items.map(locate));
}
