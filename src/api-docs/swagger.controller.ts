import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { z } from 'zod';
import { Public } from '../auth/access.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { Documented } from '../http/routes.js';
import { OwnFormat } from '../http/format.js';
import { ProblemError } from '../http/problems.js';
import { PathSegment } from '../http/parameters.js';
import { html, colours, type PageContext, pageIcon, PRODUCT, topBar, topStyle } from '../http/page.js';
import { rootPath } from '../http/links.js';
import { encodingFor, compressBody, type CompressedBody } from '../http/compression.js';
import { demonstrationClients } from '../demonstration/credentials.js';

/**
 * The bar at the top, and a contrast of at least 4.5 to 1, which Swagger UI lacks (WCAG 2.2). `:root:root:root` has precedence over the style
 * of Swagger UI, dark or not.
 */
const style = `${colours}${topStyle}
:root:root:root body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
:root:root:root .swagger-ui :is(.info a, .url, .btn.authorize, .scopes a) { color: var(--strong) }
:root:root:root .swagger-ui :is(.info .title small, .opblock-summary-method, .btn.execute, .download-contents) {
  color: var(--on-strong); background: var(--strong); text-shadow: none }
:root:root:root .swagger-ui :is(.version, .cancel, .markdown code, .renderedMarkdown code, .parameter__in, .header-col,
  .response-control-media-type__accept-message, .json-schema-2020-12-expand-deep-button) { color: inherit }
:root:root:root .swagger-ui .btn { transition: none }
:root:root:root ::placeholder { color: var(--quiet); opacity: 1 }
:root:root:root .swagger-ui .filter { max-width: 100%; flex: 0 0 100% }
:root:root:root .swagger-ui .operation-filter-input { box-sizing: border-box; width: 100%; max-width: none }
/* Tables of fields are wider than the others, which have their columns below each other. */
:root:root:root .swagger-ui .renderedMarkdown { overflow-x: auto }
@media (max-width: 900px) {
:root:root:root .swagger-ui .wrapper { box-sizing: border-box; padding: 0 .75rem }
:root:root:root .swagger-ui .table-container { padding: .75rem }
:root:root:root .swagger-ui :is(table.parameters, .responses-table),
:root:root:root .swagger-ui :is(table.parameters, .responses-table) > tbody,
:root:root:root .swagger-ui :is(table.parameters, .responses-table) > tbody > tr,
:root:root:root .swagger-ui :is(table.parameters, .responses-table) > tbody > tr > td { display: block; min-width: 0; max-width: 100%; padding-left: 0 }
:root:root:root .swagger-ui :is(table.parameters, .responses-table) > thead { display: none }
:root:root:root .swagger-ui .opblock-body :is(select, input, textarea) { min-width: 0; max-width: 100% } }
.foot { max-width: 1460px; margin: 0 auto; padding: 1rem 1.25rem; color: var(--quiet) }
.foot a { color: var(--strong) }
`;

const page = { 200: { description: 'A page.', content: { 'text/html': z.string() } } };

/** Swagger UI over `/openapi.json`, with sign-in. */
@Controller('docs')
@OwnFormat()
export class SwaggerController {
  constructor(@Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'NODE_ENV'>) {}

  @Get()
  @Public()
  @Documented({
    id: 'readDocs',
    summary: 'Show this document as a page',
    description: 'Swagger UI. It can sign in and try every operation.',
    rawResponses: page,
  })
  docs(@Req() request: Request, @Res() response: Response): void {
    send(request, response, swaggerPage(request.context));
  }

  @Get('oauth2-redirect')
  @Public()
  @Documented({
    id: 'returnToDocs',
    summary: 'Receive the OAuth redirect of Swagger UI',
    description: 'Receives the authorization code after sign-in.',
    rawResponses: page,
  })
  redirect(@Req() request: Request, @Res() response: Response): void {
    send(request, response, redirectPage(request.context.baseUrl));
  }

  @Get('assets/:file')
  @Public()
  @Documented({
    id: 'readDocsAsset',
    summary: 'Get a file of Swagger UI',
    description: 'Styles and scripts.',
    rawResponses: {
      200: {
        description: 'A file.',
        content: { 'text/css': z.string(), 'text/javascript': z.string() },
      },
    },
  })
  async asset(@PathSegment('file') file: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const found = await asset(file, {
      accepted: request.headers['accept-encoding'],
      fillsClients: this.environment.NODE_ENV !== 'production',
    });
    if (!found) throw new ProblemError('route_not_found', 'This file does not exist.');
    if (found.encoding) response.set('Content-Encoding', found.encoding);
    response.set({ 'Content-Type': found.type, 'X-Content-Type-Options': 'nosniff' }).send(found.body);
  }
}

function send({ context: { baseUrl } }: Request, response: Response, text: string): void {
  response
    .set({ 'Content-Security-Policy': swaggerPolicy(baseUrl), 'X-Content-Type-Options': 'nosniff' })
    .set({ 'Referrer-Policy': 'no-referrer', 'X-Frame-Options': 'DENY' })
    .vary('Accept-Language')
    .type('html')
    .send(text);
}

/**
 * The Swagger UI page. Swagger UI is in English, the bar above it in the language of the browser. It has no inline script and no inline style, so that the Content-Security-Policy can forbid them.
 */
function swaggerPage(context: PageContext): string {
  const root = rootPath(context.baseUrl);
  const { referenceLanguage: note } = context.pageTexts;
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>API reference – ${PRODUCT}</title>
<link rel="stylesheet" href="${root}/docs/assets/swagger-ui.css">
<link rel="stylesheet" href="${root}/docs/assets/pages.css">
<link rel="icon" href="${pageIcon}">
<div lang="${context.pageTexts.lang}">${topBar(context, '/docs')}
${note !== '' && html`<p class="foot">${note}</p>`}</div>
<div id="swagger-ui"></div>
<p class="foot">Errors: <a href="${root}/docs/problems">all problems</a>. XML: <a href="${root}/schema/places.xsd">places.xsd</a>.</p>
<script src="${root}/docs/assets/swagger-ui-bundle.js"></script>
<script src="${root}/docs/assets/start.js"></script>
</html>
`.source;
}

/** The OAuth redirect page of Swagger UI. */
function redirectPage(baseUrl: string): string {
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
function swaggerPolicy(baseUrl: string): string {
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

const folder = dirname(require.resolve('swagger-ui-dist/package.json'));

const types: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'oauth2-redirect.js': 'text/javascript; charset=utf-8',
  'pages.css': 'text/css; charset=utf-8',
  'start.js': 'text/javascript; charset=utf-8',
};

/** Files by encoding and name. All requests share one buffer, so slow readers do not multiply memory. */
const loaded = new Map<string, Promise<CompressedBody>>();

/**
 * A file of Swagger UI, compressed as `Accept-Encoding` allows.
 *
 * @param options `fillsClients`: whether the script fills in the demonstration clients
 * @returns undefined for an unknown name
 */
async function asset(
  name: string,
  { accepted, fillsClients }: { accepted: string | undefined; fillsClients: boolean },
): Promise<(CompressedBody & { type: string }) | undefined> {
  const type = Object.hasOwn(types, name) ? types[name] : undefined;
  if (type === undefined) return undefined;
  const key = `${encodingFor(accepted) ?? ''} ${fillsClients} ${name}`;
  const own: Readonly<Record<string, () => string>> = {
    'start.js': () => startScript(fillsClients),
    'pages.css': () => style,
  };
  const read = async () => own[name]?.() ?? readFile(join(folder, name));
  return { type, ...(await (loaded.get(key) ?? load(key, read, accepted))) };
}

function load(
  key: string,
  read: () => Promise<string | Buffer>,
  accepted: string | undefined,
): Promise<CompressedBody> {
  const file = read().then((content) => compressBody(content, accepted));
  loaded.set(key, file);
  file.catch(() => loaded.delete(key));
  return file;
}

/** Dark like the other pages: Swagger UI has the colours, but follows no preference. */
const followColors = `const dark = matchMedia('(prefers-color-scheme: dark)');
const followColors = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
followColors();
dark.addEventListener('change', followColors);
`;

/** The client that each flow of a security scheme uses. */
function filledClients(): Record<string, object> {
  const secrets = new Map(demonstrationClients().map(({ id, secret }) => [id, secret]));
  const filled = (clientId: string, scopes: string) => ({ clientId, clientSecret: secrets.get(clientId), scopes });
  return {
    'application clientCredentials': filled('demo-app', 'read'),
    'trusted clientCredentials': filled('demo-trusted', 'read trust'),
    'user authorizationCode': { clientId: 'demo-explore', scopes: 'read', usePkceWithAuthorizationCodeGrant: true },
    'user password': filled('demo-trusted', 'read'),
  };
}

/** Each form of "Authorize" has the demonstration client filled in that may use its flow; Swagger UI itself knows one client for all flows. */
const fillClients = (clients: Record<string, object>) => `const clients = ${JSON.stringify(clients)};
const fillClients = ({ React }) => ({
  wrapComponents: {
    oauth2: (Form) => (props) => {
      const getConfigs = () => clients[props.name + ' ' + props.schema.get('flow')];
      return React.createElement(Form, { ...props, authSelectors: { ...props.authSelectors, getConfigs } });
    },
  },
});
`;

/** Finds operations by their words too: Swagger UI finds them by paths and tags. */
const findWords = `const findWords = () => ({
  fn: {
    opsFilter: (tags, typed) => {
      const has = (text) => String(text).toLowerCase().includes(typed.toLowerCase());
      const isFound = (operation) =>
        has(operation.get('path')) || has(operation.getIn(['operation', 'summary']));
      return tags
        .map((tag, name) => (has(name) ? tag : tag.update('operations', (operations) => operations.filter(isFound))))
        .filter((tag) => tag.get('operations').size > 0);
    },
  },
});
`;

/**
 * Starts Swagger UI. The script is the same for all callers and derives the base address from its own URL.
 *
 * @param fillsClients whether it fills in the demonstration clients. Their secrets have no place in production
 */
const startScript = (
  fillsClients: boolean,
) => `const root = document.currentScript.src.replace(/\\/docs\\/assets\\/start\\.js$/, '');
${followColors}${fillsClients ? fillClients(filledClients()) : ''}${findWords}window.ui = SwaggerUIBundle({
  url: root + '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  filter: true,
  // The default has numbers of low contrast.
  syntaxHighlight: { theme: 'obsidian' },
  // Do not send the document to the public validator.
  validatorUrl: null,
  oauth2RedirectUrl: root + '/docs/oauth2-redirect',
  plugins: [${fillsClients ? 'fillClients, ' : ''}findWords],
});
`;
