import { Controller, Get, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { z } from 'zod';
import { encodingFor } from '../http/compression.js';
import { Public } from '../auth/access.js';
import { Documented } from '../http/routes.js';
import { OwnFormat } from '../http/format.js';
import { chosenLanguage, type Language, languageOf } from '../http/page-texts.js';
import { ProblemError } from '../http/problems.js';
import { PathSegment } from '../http/parameters.js';
import { Bundle } from './bundle.js';
import { ExploreService } from './explore.service.js';
import { picture } from './pictures.js';

const A_YEAR = 31_536_000;
const A_DAY = 86_400;

/** That of the address (web/view/view.ts), else the best of the browser. */
function shownLanguage({ context, headers }: Request): Language {
  return chosenLanguage(context.query.pairs) ?? languageOf(headers['accept-language']);
}

/** Whether the only range begins after the end (RFC 9110, section 14.1.2). */
function isBeyond(range = '', length: number): boolean {
  return Number(/^bytes=(\d+)-\d*$/.exec(range)?.[1]) >= length;
}

/** Serves the page and its files. Every path is 404 while EXPLORE is off. */
@Controller('explore')
@OwnFormat()
export class ExploreController {
  constructor(
    private readonly explore: ExploreService,
    private readonly bundle: Bundle,
  ) {}

  @Get()
  @Public()
  @Documented({
    id: 'explore',
    summary: 'Show the search page',
    description: 'Available with `EXPLORE=true`, which is the default except in production.',
    rawResponses: { 200: { description: 'A page.', content: { 'text/html': z.string() } } },
  })
  async page(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.assertEnabled();
    const { text, policy } = await this.explore.page(request.context.baseUrl, shownLanguage(request));
    response
      .set('Content-Security-Policy', policy)
      .vary('Accept-Language')
      // The page names the script of this version of the service.
      .set('Cache-Control', 'no-cache')
      .type('html')
      .send(text);
  }

  @Get('assets/:file')
  @Public()
  @Documented({
    id: 'readExploreAsset',
    summary: 'Get a file of the search page',
    description:
      'File names contain a hash of the content, so they can be cached forever. Names of other versions return 404. ' +
      'Takes `Range` for the map.',
    rawResponses: {
      206: { description: 'A part of the map.', content: { 'application/vnd.pmtiles': z.file() } },
      200: {
        description: 'A file.',
        content: {
          'text/css': z.string(),
          'text/javascript': z.string(),
          'application/vnd.pmtiles': z.file(),
          'text/plain': z.string(),
        },
      },
      416: { description: 'The map is shorter: `Content-Range` has its length.' },
    },
  })
  async asset(@PathSegment('file') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.assertEnabled();
    const file = await this.bundle.file(name);
    if (!file) throw new ProblemError('route_not_found', 'This version of the service has no such file.');
    // Clients read the map in parts, of which each asks for one range.
    const ranges = file.compressed ? undefined : request.range(file.body.length);
    if (ranges !== undefined && isBeyond(request.headers.range, file.body.length)) {
      response
        .status(416)
        .set({ 'Content-Range': `bytes */${file.body.length}`, 'Cache-Control': 'no-store' })
        .end();
      return;
    }
    response
      .set('Content-Type', file.type)
      // The map's worker fetches the names of cities. Other files need no policy.
      .set('Content-Security-Policy', "default-src 'none'; script-src 'self'; connect-src 'self'")
      .set('Cache-Control', file.immutable ? `public, max-age=${A_YEAR}, immutable` : 'no-cache');
    const encoding = file.compressed && encodingFor(request.headers['accept-encoding']);
    if (encoding) response.set('Content-Encoding', encoding);
    const body = (encoding && file.compressed[encoding]) ?? file.body;
    const [range] = Array.isArray(ranges) && ranges.type === 'bytes' ? ranges : [];
    if (!range) {
      response.send(body);
      return;
    }
    response
      .status(206)
      .set('Content-Range', `bytes ${range.start}-${range.end}/${body.length}`)
      .send(body.subarray(range.start, range.end + 1));
  }

  @Get('pictures/:file')
  @Public()
  @Documented({
    id: 'readDemonstrationPicture',
    summary: 'Get a picture of the demonstration data',
    description:
      'An invented drawing that the service brings, for places and people that `seed` loads. Available with `EXPLORE=true`.',
    rawResponses: { 200: { description: 'A picture.', content: { 'image/svg+xml': z.string() } } },
  })
  async picture(@PathSegment('file') name: string, @Res() response: Response): Promise<void> {
    this.assertEnabled();
    const svg = await picture(name);
    if (svg === undefined) throw new ProblemError('route_not_found', 'There is no such picture.');
    response
      // Opened as a page, it runs and loads nothing. Pages of other origins may show it, as other pictures.
      .set('Content-Security-Policy', "default-src 'none'")
      .set('Cross-Origin-Resource-Policy', 'cross-origin')
      .set('Cache-Control', `public, max-age=${A_DAY}`)
      .type('image/svg+xml')
      .send(svg);
  }

  private assertEnabled(): void {
    if (!this.explore.isEnabled)
      throw new ProblemError('route_not_found', 'This page is switched off (EXPLORE=false).');
  }
}
