import { html } from '../../http/response/html.js';
import { rootPath } from '../../http/routes/root-path.js';

/**
 * The Swagger UI page. It has no inline script, so that the Content-Security-Policy can forbid inline scripts.
 *
 * @param baseUrl the public base address; it has a path if a proxy serves the service below one
 */
export function swaggerPage(baseUrl: string): string {
  const root = rootPath(baseUrl);
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Place Directory</title>
<link rel="stylesheet" href="${root}/docs/assets/swagger-ui.css">
<link rel="icon" href="${root}/docs/assets/favicon-32x32.png">
<div id="swagger-ui"></div>
<p class="swagger-ui">Errors: <a href="${root}/docs/problems">all problems</a>. XML: <a href="${root}/schema/places.xsd">places.xsd</a>.</p>
<script src="${root}/docs/assets/swagger-ui-bundle.js"></script>
<script src="${root}/docs/assets/start.js"></script>
</html>
`.source;
}

/** The OAuth redirect page of Swagger UI. */
export function redirectPage(baseUrl: string): string {
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Signing in</title>
<script src="${rootPath(baseUrl)}/docs/assets/oauth2-redirect.js"></script>
</html>
`.source;
}

/**
 * The Content-Security-Policy of the page. Swagger UI sets most styles by script, which `style-src` does not restrict, and
 * its icons are `data:` URLs.
 *
 * @param baseUrl the server of the OpenAPI document, which "Try it out" calls
 */
export function swaggerPolicy(baseUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(baseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
