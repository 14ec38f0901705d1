import { type Request, type Response } from 'express';
import { z } from 'zod';
import { appendLink, roomForLinks } from './links.js';
import { linkHeader, listHeader, type Page, type PageRequest, type PagingLimits, listHeaderSchema } from './paging.js';
import { type RequestContext } from './request-context.js';
import { mediaTypes } from './format.js';
import { feature, featureCollection, type Located, type Position } from './geojson.js';
import { type Value, writeXml } from './xml.js';

/** A result with one member, whose name is the wrapper key in JSON and the root element in XML. */
type Envelope = Readonly<Record<string, Value>>;

/** A single record with a place on the map, for routes that also respond in GeoJSON. */
export class LocatedView {
  constructor(
    readonly root: string,
    readonly record: Located,
  ) {}
}

/** What a controller returns. */
export type Result = Envelope | LocatedView | ListView | RawResult;

/** Writes the result of a controller in the format of the response. Sets `Content-Type`, `Link`, and the status of an empty result. */
export function writeResponse(result: Result, { context }: Request, response: Response): string | Buffer {
  if (result instanceof RawResult) {
    if (result.body.length === 0) response.status(204);
    else response.setHeader('Content-Type', result.type);
    return result.body;
  }
  const [type] = mediaTypes[context.format];
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  const members = result instanceof ListView ? listMembers(result, context, response) : {};
  if (context.format === 'geojson') return JSON.stringify(toGeoJson(result, members));
  const envelope = toEnvelope(result, members);
  if (context.format === 'json') return JSON.stringify(envelope);
  const [root] = Object.entries(envelope);
  if (!root) throw new Error('A response needs a wrapper key');
  return writeXml(root[0], root[1]);
}

type Members = Readonly<Record<string, Value | undefined>>;

/** What a list has beside its items: header and extra members. */
function listMembers(list: ListView, context: RequestContext, response: Response): Members {
  const header = listHeader(context, list.request, list.page);
  if (list.page.nextCursor !== undefined) context.isReusable = false;
  // The header block has the same links.
  appendLink(response, linkHeader(context, list.request, header, list.extras.limits, roomForLinks(response)));
  return { header: { ...header, ...list.extras.extraHeader }, ...list.extras.extraMembers };
}

function toEnvelope(result: Exclude<Result, RawResult>, members: Members): Envelope {
  if (result instanceof ListView)
    return { [result.shape.root]: { ...members, [result.shape.items]: result.page.items } };
  return result instanceof LocatedView ? { [result.root]: result.record.value } : result;
}

function toGeoJson(result: Exclude<Result, RawResult>, members: Members): object {
  if (result instanceof LocatedView) return feature(result.record);
  if (!(result instanceof ListView)) throw new Error('This result cannot be written as GeoJSON');
  const { positions = [], page } = result;
  return featureCollection(
    page.items.map((value, index) => ({ value, position: positions[index] })),
    { ...members, attribution: result.extras.attribution },
  );
}

/** The names in the response of a list: `{ [root]: { header, [items]: [...] } }`. */
interface ListShape {
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
class ListView {
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
/** A result in a format of its own, for routes whose `@Formats` has one. An empty one becomes 204. */
export class RawResult {
  /** @param type the `Content-Type` */
  constructor(
    readonly type: string,
    readonly body: Buffer,
  ) {}
}

/**
 * The shape and the schema of a list.
 *
 * @param id the name of the schema
 * @param beside members between the header and the items
 * @param header the header block; an extension of `listHeaderSchema`
 */
export function listOf(
  id: string,
  { root, items }: Record<'root' | 'items', string>,
  item: z.ZodType,
  { beside = {}, header = listHeaderSchema }: { beside?: z.ZodRawShape; header?: z.ZodType } = {},
) {
  const schema = z.object({ header, ...beside, [items]: z.array(item) }).meta({ id });
  return { root, items, schema } satisfies ListShape & { schema: z.ZodType };
}
