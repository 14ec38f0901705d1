import { Controller, Get, Header, Inject, Req } from '@nestjs/common';
import { type Request } from 'express';
import { z } from 'zod';
import { Public } from '../auth/access.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { noRoute } from '../http/problem.filter.js';
import { OwnFormat } from '../http/format.js';
import { pagePolicy, page, PRODUCT } from '../http/page.js';
import { Documented } from '../http/routes.js';
import { Readiness, type Health } from '../observability/health.js';
import { type Html, html } from '../http/html.js';

/** The page at the address of the service, for browsers only. */
@Controller()
@OwnFormat()
export class LandingController {
  constructor(
    private readonly readiness: Readiness,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'EXPLORE'>,
  ) {}

  @Get()
  @Public()
  @Documented({
    id: 'landing',
    summary: 'Show the start page',
    description: 'For browsers. If `Accept` does not prefer `text/html`, the response is 404 `route_not_found`.',
    rawResponses: { 200: { description: 'A page.', content: { 'text/html': z.string() } } },
    problems: ['route_not_found'],
  })
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', pagePolicy("'self'"))
  async page(@Req() { context }: Request): Promise<string> {
    if (context.problemFormat !== 'html') throw noRoute();
    const { status } = await this.readiness.check();
    return landingPage(context.baseUrl, { status, explore: this.environment.EXPLORE });
  }
}

const states: Readonly<Record<Health['status'], string>> = {
  ok: 'Everything works.',
  degraded: 'Place search is unavailable at the moment. Everything else works.',
  unavailable: 'The database is unavailable at the moment.',
  starting: 'The service is starting.',
  draining: 'The service is shutting down.',
};

/**
 * What a person sees who opens the address of the service.
 *
 * @param explore whether the search page is available
 */
function landingPage(baseUrl: string, { status, explore }: { status: Health['status']; explore: boolean }): string {
  return page(
    PRODUCT,
    baseUrl,
    html`<h1>Places, and the people who visit them</h1>
<p>An API in JSON and XML: search places by words, filters and location; read users, follows, check-ins and reviews.</p>
${explore && searchForm(baseUrl)}
<ul class="cards">
${explore && card(`${baseUrl}/explore`, 'Explore', 'Search on a map, and see the requests behind it.')}
${card(`${baseUrl}/docs`, 'API reference', 'All endpoints, to read and to try out.')}
${card(`${baseUrl}/openapi.json`, 'OpenAPI', 'For tools that generate clients.')}
${card(`${baseUrl}/docs/problems`, 'Errors', 'What each error means, and what to do.')}
</ul>
<h2>Quick start</h2>
<p>Get an access token with the id and the secret of your client:</p>
<pre class="commands" tabindex="0" aria-label="Get an access token">curl -u CLIENT:SECRET \\
  -d grant_type=client_credentials \\
  ${baseUrl}/v2/oauth/token</pre>
<p>Search places with it:</p>
<pre class="commands" tabindex="0" aria-label="Search places">curl -G -d q=museum -d rows=5 \\
  -H 'Authorization: Bearer TOKEN' \\
  ${baseUrl}/v2/places</pre>
<p class="quiet state ${status}">${states[status]}</p>`,
  );
}

function searchForm(baseUrl: string): Html {
  return html`<form action="${baseUrl}/explore" role="search">
<input name="q" type="search" aria-label="Search places" placeholder="Search places" autofocus>
<button>Search</button>
</form>`;
}

function card(url: string, title: string, text: string): Html {
  return html`<li><a href="${url}"><strong>${title}</strong>${text}</a></li>
`;
}
