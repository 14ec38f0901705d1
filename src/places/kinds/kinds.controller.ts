import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { Access } from '../../auth/access.js';
import { fields, pick } from '../../http/field-selection.js';
import { type ParameterValues, Parameters, rows, start } from '../../http/parameters.js';
import { listOf } from '../../http/list-schema.js';
import { listView, pageOf } from '../../http/response.js';
import { Documented } from '../../http/routes.js';
import { Cached } from '../../response-cache/dependencies.js';
import { labelLanguage } from '../../http/language-parameter.js';
import { KindCatalogue } from './kind-catalogue.js';

const kindSchema = z
  .object({
    id: z
      .string()
      .describe(
        "A tag of OpenStreetMap, or a narrower kind of it: `amenity/dentist`. It begins with the broader kind's.",
      ),
    name: z.string().describe('In the language of `lang`, or else in English.'),
    aliases: z.array(z.string()).describe('What else people call it in the language of `name`.'),
  })
  .meta({ id: 'Kind', selectable: 'record' });

const kindList = listOf('KindResults', { root: 'kindResults', items: 'kinds' }, kindSchema);

const listParameters = {
  rows: rows(1000, 1000),
  start: start(),
  fl: fields(kindSchema),
  lang: labelLanguage('the language of the names.'),
};

@Controller('v2/kinds')
export class KindsController {
  private readonly catalogue = KindCatalogue.load();
  private readonly ids = this.catalogue.ids.toSorted();

  @Get()
  // The catalogue is a part of the release.
  @Cached({ dependencies: [] })
  @Access('application', 'user')
  @Documented({
    id: 'listKinds',
    summary: 'List kinds of places',
    description:
      'What `kinds.id` of a place may be, ordered by id. Places have kinds by their categories, brands and names, whatever their ' +
      'source calls its categories.',
    response: kindList,
    examples: { two: '/v2/kinds?rows=2&lang=pt' },
  })
  list(@Parameters(listParameters) request: ParameterValues<typeof listParameters>) {
    return listView(kindList, request, pageOf(this.ids, request), (id) =>
      pick(this.present(id, request.lang), request.fl),
    );
  }

  private present(id: string, language = 'en'): z.output<typeof kindSchema> {
    const own = this.catalogue.labelIn(id, language);
    const name = own ?? this.catalogue.labelOf(id, ['en']);
    const aliases = this.catalogue.textsOf(id, own === undefined ? 'en' : language).filter((text) => text !== name);
    return { id, name, aliases: [...new Set(aliases)] };
  }
}
