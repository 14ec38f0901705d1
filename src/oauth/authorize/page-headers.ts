import { styleSource } from './pages/style.js';

/**
 * Headers of the pages: not cached, not framed, without referrer; the page can run no script and load nothing but its icon.
 *
 * @param targets where the forms of the page may lead
 */
export function pageHeaders(targets: readonly string[] = ["'none'"]): Record<string, string> {
  const policy = {
    'default-src': "'none'",
    'style-src': styleSource,
    'img-src': 'data:',
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

/**
 * The values of `form-action` that let a form redirect to a client. Chromium applies `form-action` to all redirects after
 * a form, those of the client included. So the values are schemes, not hosts (docs/adr/0022-sign-in-pages.md).
 */
export function formTargets(redirectUris: readonly string[]): string[] {
  return [...new Set(['https:', ...redirectUris.map((uri) => new URL(uri).protocol)])];
}
