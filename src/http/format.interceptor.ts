import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Request, type Response } from 'express';
import { map, type Observable } from 'rxjs';
import { ListView } from './list-view.js';
import { OWN_FORMAT } from './own-format.decorator.js';
import { linkHeader, listHeader } from './paging.js';
import { ProblemError } from './problems.js';
import { type RequestContext } from './request-context.js';
import { type Value, writeXml } from './xml.js';

/** A response: one member, the wrapper key, which is the root element in XML. */
export type Envelope = Readonly<Record<string, Value>>;

/** Clients and proxies give up on headers of more than some kilobytes; the header block says the same at any length. */
const maxLinkLength = 8192;

/** Writes what a controller returns as JSON or XML; both come from the same value. */
@Injectable()
export class FormatInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(execution: ExecutionContext, next: CallHandler<Envelope | ListView>): Observable<unknown> {
    if (this.reflector.getAllAndOverride<boolean>(OWN_FORMAT, [execution.getHandler(), execution.getClass()])) {
      return next.handle();
    }
    const { context } = execution.switchToHttp().getRequest<Request>();
    const response = execution.switchToHttp().getResponse<Response>();
    if (!context.acceptable) {
      throw new ProblemError('not_acceptable', 'Accept admits neither application/json nor application/xml.', {
        errors: [
          {
            parameter: 'Accept',
            reason: 'admits no format of this service',
            allowed: ['application/json', 'application/xml'],
          },
        ],
      });
    }
    return next.handle().pipe(
      map((result) => {
        const envelope = result instanceof ListView ? unfold(result, context, response) : result;
        response.setHeader('Content-Type', `application/${context.format}; charset=utf-8`);
        return write(envelope, context);
      }),
    );
  }
}

function unfold(list: ListView, context: RequestContext, response: Response): Envelope {
  const header = listHeader(context, list.request, list.page);
  const link = linkHeader(context, list.request, header, list.extras.window);
  if (link.length <= maxLinkLength) response.setHeader('Link', link);
  return { [list.shape.root]: { header: { ...header }, ...list.extras.beside, [list.shape.items]: list.page.items } };
}

function write(envelope: Envelope, context: RequestContext): string {
  if (context.format === 'json') return JSON.stringify(envelope);
  const [root] = Object.entries(envelope);
  if (!root) throw new Error('A response needs a wrapper key');
  return writeXml(root[0], root[1]);
}
