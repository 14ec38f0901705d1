import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { z } from 'zod';
import { Public } from '../auth/access.js';
import { ClientStore } from '../auth/client-store.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { demonstrationClients } from '../demonstration/credentials.js';
import { OwnFormat } from '../http/format.js';
import { page, type PageContext, PRODUCT, searchForm, setPageHeaders, type Html, html } from '../http/page.js';
import { writeResponse } from '../http/response.js';
import { Documented } from '../http/routes.js';
import { Readiness, type Health } from '../observability/health.js';

const indexSchema = z.object({
  name: z.string(),
  links: z.array(
    z.object({
      rel: z.string().describe('What the link leads to. This value is stable.'),
      uri: z.url(),
      title: z.string(),
    }),
  ),
});

type Index = z.output<typeof indexSchema>;

/** The start page for browsers, and the same links for programs. */
@Controller()
@OwnFormat()
export class LandingController {
  constructor(
    private readonly readiness: Readiness,
    private readonly clients: ClientStore,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'NODE_ENV' | 'OAUTH_ENDPOINTS'>,
  ) {}

  @Get()
  @Public()
  @Documented({
    id: 'landing',
    summary: 'Show the start page or links',
    description: 'A page for browsers. Other clients get links to the endpoints and documents, in JSON or XML.',
    rawResponses: {
      200: {
        description: 'A page, or links.',
        content: {
          'text/html': z.string(),
          'application/json': z.object({ service: indexSchema }),
          'application/xml': indexSchema.meta({ xml: { name: 'service' } }),
        },
      },
    },
  })
  async landing(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string | Buffer> {
    const { context } = request;
    const { OAUTH_ENDPOINTS: issuesTokens } = this.environment;
    if (context.problemFormat !== 'html')
      return writeResponse({ service: indexOf(context, issuesTokens) }, request, response);
    const { status } = await this.readiness.check();
    setPageHeaders(response, context.pageTexts, "'self'");
    return landingPage(context, { status, client: issuesTokens ? await this.exampleClient() : undefined });
  }

  /** The client of the commands: that of the demonstration, with which they run as they are, if it is registered. */
  private async exampleClient(): Promise<string> {
    const [{ id, secret } = { id: '', secret: '' }] = demonstrationClients();
    const isProduction = this.environment.NODE_ENV === 'production';
    // The page is there without a database, too.
    const found = isProduction ? undefined : await this.clients.find(id).catch(() => undefined);
    return found ? `${id}:${secret}` : 'CLIENT:SECRET';
  }
}

function indexOf({ baseUrl, hasExplore }: PageContext, issuesTokens: boolean): Index {
  const links = [
    ['self', '/', 'This list'],
    ...(issuesTokens ? [['token', '/v2/oauth/token', 'Get an access token']] : []),
    ['places', '/v2/places', 'Search places'],
    ['categories', '/v2/categories', 'List the categories of places'],
    ...(hasExplore ? [['explore', '/explore', 'Search on a map, in a browser']] : []),
    ['docs', '/docs', 'Read about all endpoints, in a browser'],
    ['openapi', '/openapi.json', 'OpenAPI, for tools that generate clients'],
    ['xsd', '/schema/places.xsd', 'XML Schema of responses'],
    ['problems', '/docs/problems', 'What each error means, in a browser'],
  ];
  return {
    name: PRODUCT,
    links: links.map(([rel = '', path = '', title = '']) => ({ rel, uri: baseUrl + path, title })),
  };
}

/** What a person sees who opens the address of the service. */
function landingPage(
  context: PageContext,
  { status, client }: Pick<Health, 'status'> & { client: string | undefined },
): string {
  const { baseUrl, hasExplore } = context;
  const { landing: texts } = context.pageTexts;
  return page(
    PRODUCT,
    context,
    html`<h1>${texts.title}</h1>
<p>${texts.text}</p>
${hasExplore && searchForm(context)}
<ul class="cards">
${hasExplore && card(`${baseUrl}/explore`, texts.explore)}
${card(`${baseUrl}/docs`, texts.docs)}
${card(`${baseUrl}/openapi.json`, texts.openApi)}
${card(`${baseUrl}/docs/problems`, texts.problems)}
</ul>
<h2>${texts.quickStart}</h2>
${
  client !== undefined &&
  html`<p>${texts.token}</p>
<pre class="commands" tabindex="0" aria-label="${texts.token}">TOKEN=$(curl -s \\
  -u ${client} \\
  -d grant_type=client_credentials \\
  ${baseUrl}/v2/oauth/token |
  grep -o '"access_token":"[^"]*' |
  cut -d '"' -f 4)</pre>
`
}<p>${texts.searchCommand}</p>
<pre class="commands" tabindex="0" aria-label="${texts.searchCommand}">curl -G -d q=museum -d rows=5 \\
  -H "Authorization: Bearer $TOKEN" \\
  ${baseUrl}/v2/places</pre>
<p class="quiet state ${status}">${texts.states[status]}</p>`,
  );
}

function card(url: string, [title = '', text = '']: readonly string[]): Html {
  return html`<li><a href="${url}"><strong>${title}</strong>${text}</a></li>
`;
}
