import { type IncomingMessage, type ServerResponse } from 'node:http';
import helmet from 'helmet';
import { type NodeMiddleware } from './node-middleware.js';

const setHeaders = helmet({
  // Apps open the sign-in page in a window of their own, and wait for its result.
  crossOriginOpenerPolicy: false,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
});

/** Helmet's twelve middlewares run once: the headers are the same in each response. */
const securityHeaders = recordedHeaders();

function recordedHeaders(): [name: string, value: string][] {
  const headers = new Map<string, string>();
  const recorder = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  setHeaders({} as IncomingMessage, recorder as unknown as ServerResponse, () => undefined);
  return [...headers];
}

/** Sets the security headers of responses that are data, and load and run nothing. HTML pages override them. */
export const setSecurityHeaders: NodeMiddleware = (_request, response, next) => {
  for (const [name, value] of securityHeaders) response.setHeader(name, value);
  next();
};
