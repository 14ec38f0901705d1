import { type Request, type Response } from 'express';
import { ListView } from './list-view.js';
import { linkHeader, listHeader } from '../request/paging.js';
import { type RequestContext } from '../pipeline/request-context.js';
import { type Value, writeXml } from './xml.js';

/** A response: one member, the wrapper key, which is the root element in XML. */
export type Envelope = Readonly<Record<string, Value>>;

/** Clients and proxies give up on headers of more than some kilobytes; the header block says the same at any length. */
const maxLinkLength = 8192;

/** Writes what a controller returns as JSON or XML; both come from the same value. */
export function writeResponse(result: Envelope | ListView, { context }: Request, response: Response): string {
  const envelope = result instanceof ListView ? unfold(result, context, response) : result;
  response.setHeader('Content-Type', `application/${context.format}; charset=utf-8`);
  if (context.format === 'json') return JSON.stringify(envelope);
  const [root] = Object.entries(envelope);
  if (!root) throw new Error('A response needs a wrapper key');
  return writeXml(root[0], root[1]);
}

function unfold(list: ListView, context: RequestContext, response: Response): Envelope {
  const header = listHeader(context, list.request, list.page);
  const link = linkHeader(context, list.request, header, list.extras.window);
  if (link.length <= maxLinkLength) response.setHeader('Link', link);
  return { [list.shape.root]: { header: { ...header }, ...list.extras.beside, [list.shape.items]: list.page.items } };
}
