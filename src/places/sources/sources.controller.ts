import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { Access } from '../../auth/access.js';
import { Documented } from '../../http/routes.js';
import { type Caller, RequestCaller } from '../../http/request-context.js';
import { Cached } from '../../response-cache/dependencies.js';
import { LicenseLinks, ResponseLicenses, presentSource, sourceSchema } from './source.js';
import { SourcesService } from './sources.service.js';

const sourceResultsSchema = z
  .object({
    sources: z.array(
      sourceSchema
        .extend({ found: z.int().min(1).describe('The number of its places.') })
        .meta({ id: 'UsedSource', description: 'A source, with the number of its places.' }),
    ),
  })
  .meta({ id: 'SourceResults' });

@Controller('v2/sources')
export class SourcesController {
  constructor(private readonly sources: SourcesService) {}

  @Get()
  @Cached({ dependencies: ['index', 'sources'] })
  @Access('application', 'user')
  @Documented({
    id: 'listSources',
    summary: 'List the sources of places',
    description:
      'Where the data of places come from, with licences and the attributions to show. ' +
      'Sources with the most places come first. Those without places are left out.',
    response: { root: 'sourceResults', schema: sourceResultsSchema },
    problems: ['search_unavailable', 'too_many_searches'],
    examples: { all: '/v2/sources' },
  })
  async list(@RequestCaller() caller: Caller, @ResponseLicenses() licenses: LicenseLinks) {
    const sources = await this.sources.inUse(caller);
    licenses.add(sources);
    return { sourceResults: { sources: sources.map((source) => ({ ...presentSource(source), found: source.found })) } };
  }
}
