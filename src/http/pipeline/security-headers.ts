import { type IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/** The middleware that sets them: answers are data, which may load and run nothing; pages say for themselves what they need. */
export const setSecurityHeaders = helmet({
  // Apps open the sign-in page in a window of their own, and wait for what it comes back with.
  crossOriginOpenerPolicy: false,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
});

/** The same for an answer that no middleware sees: names and values in turn. */
export function securityHeaders(): string[] {
  const request = { method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 } as IncomingMessage;
  const response = new ServerResponse(request);
  setSecurityHeaders(request, response, () => undefined);
  return Object.entries(response.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
}
