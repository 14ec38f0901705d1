import helmet from 'helmet';

/** Sets the security headers of responses that are data, and load and run nothing. HTML pages override them. */
export const setSecurityHeaders = helmet({
  // Apps open the sign-in page in a window of their own, and wait for its result.
  crossOriginOpenerPolicy: false,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
});
