import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { Public } from '../auth/access.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { demonstrationClients } from '../demonstration/credentials.js';
import { type CompressedBody, compressBody, encodingFor } from '../http/compression.js';
import { OwnFormat } from '../http/format.js';
import { rootPath } from '../http/links.js';
import {
  colours,
  contentPolicy,
  html,
  htmlDocument,
  inEnglish,
  inlineStyle,
  type PageContext,
  topBar,
  topStyle,
} from '../http/page.js';
import { PathSegment } from '../http/parameters.js';
import { ProblemError } from '../http/problems.js';
import { Documented } from '../http/routes.js';

/** Of the bar at the top. Swagger UI has its own. */
const style = inlineStyle(`${colours}${topStyle}
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
.foot { max-width: 1460px; margin: 0 auto; padding: 1rem 1.25rem }
.foot a { color: var(--strong) }
`);

const page = { 200: { description: 'A page.', content: { 'text/html': z.string() } } };

const library = dirname(require.resolve('swagger-ui-dist/package.json'));

const javaScript = 'text/javascript; charset=utf-8';

/** The files of the pages, by name. */
const files: Readonly<Record<string, { path: string; type: string }>> = {
  'swagger-ui.css': { path: join(library, 'swagger-ui.css'), type: 'text/css; charset=utf-8' },
  'swagger-ui-bundle.js': { path: join(library, 'swagger-ui-bundle.js'), type: javaScript },
  'oauth2-redirect.js': { path: join(library, 'oauth2-redirect.js'), type: javaScript },
  'start.js': { path: join(__dirname, 'swagger-start.js'), type: javaScript },
};

/** Files by encoding and path. All requests share one buffer, so slow readers do not multiply memory. */
const compressed = new LRUCache<string, CompressedBody>({
  max: 12,
  fetchMethod: async (key) => {
    const [encoding, path = ''] = key.split('\n');
    return compressBody(await readFile(path), encoding);
  },
});

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
    // The secrets of the demonstration have no place in production.
    const clients = this.environment.NODE_ENV === 'production' ? {} : filledClients();
    send(request, response, swaggerPage(request.context, clients));
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
    const script = html`<script src="${rootPath(request.context.baseUrl)}/docs/assets/oauth2-redirect.js"></script>`;
    const document = { lang: 'en', title: 'Signing in', style, top: html``, content: script };
    send(request, response, htmlDocument(document));
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
  async asset(@PathSegment('file') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const file = Object.hasOwn(files, name) ? files[name] : undefined;
    if (!file) throw new ProblemError('route_not_found', 'This file does not exist.');
    const accepted = encodingFor(request.headers['accept-encoding']) ?? 'identity';
    const { body, encoding } = await compressed.forceFetch(`${accepted}\n${file.path}`);
    if (encoding) response.set('Content-Encoding', encoding);
    response.set('Content-Type', file.type).send(body);
  }
}

/** Swagger UI sets most styles by script, which `style-src` does not restrict, and its icons are `data:` URLs. */
function send({ context: { baseUrl } }: Request, response: Response, text: string): void {
  const policy = contentPolicy({
    'script-src': "'self'",
    'style-src': `'self' ${style.source}`,
    'img-src': "'self' data:",
    // The server of the OpenAPI document, which "Try it out" calls.
    'connect-src': `'self' ${new URL(baseUrl).origin}`,
  });
  response.set('Content-Security-Policy', policy).type('html').send(text);
}

function swaggerPage(context: PageContext, clients: object): string {
  const root = rootPath(context.baseUrl);
  const assets = `${root}/docs/assets`;
  return htmlDocument({
    lang: 'en',
    title: 'API reference',
    style,
    head: html`<link rel="stylesheet" href="${assets}/swagger-ui.css">`,
    top: topBar(inEnglish(context), '/docs'),
    content: html`<div id="swagger-ui" data-clients="${JSON.stringify(clients)}"></div>
<p class="foot">Errors: <a href="${root}/docs/problems">all problems</a>. XML: <a href="${root}/schema/places.xsd">places.xsd</a>.</p>
<script src="${assets}/swagger-ui-bundle.js"></script>
<script src="${assets}/start.js"></script>`,
  });
}

/** The demonstration client that each flow of a security scheme uses. */
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
