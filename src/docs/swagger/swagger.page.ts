/** The page that shows the document. It runs and loads only what this service gives, and nothing that stands in the page. */
export const swaggerPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Place Directory</title>
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
<link rel="icon" href="/docs/assets/favicon-32x32.png">
<div id="swagger-ui"></div>
<p>Errors: <a href="/docs/problems">all problems</a>. XML: <a href="/schema/places.xsd">places.xsd</a>.</p>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/assets/start.js"></script>
</html>
`;

/** Where the sign-in comes back to. */
export const redirectPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Signing in</title>
<script src="/docs/assets/oauth2-redirect.js"></script>
</html>
`;

/** Starts Swagger UI. The client is the one of the demonstration; others type theirs. */
export const startScript = `window.ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  // Nobody else is told of what is looked at.
  validatorUrl: null,
  oauth2RedirectUrl: location.origin + '/docs/oauth2-redirect',
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
