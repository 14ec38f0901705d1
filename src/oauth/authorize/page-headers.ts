import { styleSource } from './pages/style.js';

/**
 * The headers of everything that browsers get here: kept nowhere, framed nowhere, told to nobody, and able to load
 * nothing and to run nothing.
 *
 * @param targets where the forms of the page may lead
 */
export function pageHeaders(targets: readonly string[] = ["'none'"]): Record<string, string> {
  const policy = {
    'default-src': "'none'",
    'style-src': styleSource,
    'form-action': targets.join(' '),
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  };
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
}
