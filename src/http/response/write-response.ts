import { type Request, type Response } from 'express';
import { ListView } from './list-view.js';
import { linkHeader, listHeader } from '../request/paging.js';
import { type RequestContext } from '../pipeline/request-context.js';
import { type Value, writeXml } from './xml.js';

/** A result with one member, whose name is the wrapper key in JSON and the root element in XML. */
export type Envelope = Readonly<Record<string, Value>>;

/** Clients and proxies reject headers of more than some kilobytes. A longer `Link` is left out: the header block has the same links. */
const maxLinkLength = 8192;

/** Writes the result of a controller as JSON or XML, and sets `Content-Type` and `Link`. */
export function writeResponse(result: Envelope | ListView, { context }: Request, response: Response): string {
  const envelope = result instanceof ListView ? toEnvelope(result, context, response) : result;
  response.setHeader('Content-Type', `application/${context.format}; charset=utf-8`);
  if (context.format === 'json') return JSON.stringify(envelope);
  const [root] = Object.entries(envelope);
  if (!root) throw new Error('A response needs a wrapper key');
  return writeXml(root[0], root[1]);
}

function toEnvelope(list: ListView, context: RequestContext, response: Response): Envelope {
  const header = listHeader(context, list.request, list.page);
  const link = linkHeader(context, list.request, header, list.extras.limits);
  if (link.length <= maxLinkLength) response.setHeader('Link', link);
  const { extraHeader, extraMembers } = list.extras;
  return {
    [list.shape.root]: { header: { ...header, ...extraHeader }, ...extraMembers, [list.shape.items]: list.page.items },
  };
}
