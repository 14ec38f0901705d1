import { html } from '../../http/response/html.js';
import { rootPath } from '../../http/routes/root-path.js';

/**
 * The page that shows the document. It runs and loads only what this service gives, and nothing that stands in the page.
 *
 * @param baseUrl the address by which the service is reached: a proxy may have put it below a path
 */
export function swaggerPage(baseUrl: string): string {
  const root = rootPath(baseUrl);
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Place Directory</title>
<link rel="stylesheet" href="${root}/docs/assets/swagger-ui.css">
<link rel="icon" href="${root}/docs/assets/favicon-32x32.png">
<div id="swagger-ui"></div>
<p>Errors: <a href="${root}/docs/problems">all problems</a>. XML: <a href="${root}/schema/places.xsd">places.xsd</a>.</p>
<script src="${root}/docs/assets/swagger-ui-bundle.js"></script>
<script src="${root}/docs/assets/start.js"></script>
</html>
`.source;
}

/** Where the sign-in comes back to. */
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
 * Starts Swagger UI. The client is the one of the demonstration; others type theirs. The script is one for all callers, so it
 * learns from its own address where the service is reached.
 */
export const startScript = `const root = document.currentScript.src.replace(/\\/docs\\/assets\\/start\\.js$/, '');
window.ui = SwaggerUIBundle({
  url: root + '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  // Nobody else is told of what is looked at.
  validatorUrl: null,
  oauth2RedirectUrl: root + '/docs/oauth2-redirect',
});
window.ui.initOAuth({ clientId: 'demo-explore', scopes: 'read', usePkceWithAuthorizationCodeGrant: true });
`;

/**
 * What the page may load and ask. Swagger UI sets styles by script, which needs no leave, but for a few that stand in its
 * markup; its icons are data.
 *
 * @param baseUrl the address that the document names, for trying out
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
