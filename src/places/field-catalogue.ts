import { z } from 'zod';
import { MAX_FACETS } from './query/facets.js';
import { FIELDS, FIELD_KINDS } from './query/fields.js';
import { LIMITS } from './query/limits.js';

const limit = (description: string) => z.int().min(0).describe(description);

/** The response of `GET /v2/places/fields`. */
export const fieldCatalogueSchema = z
  .object({
    fields: z.array(
      z
        .object({
          name: z.string().describe('The path in JSON.'),
          aliases: z.array(z.string()).describe('Other names: the path in XML.'),
          type: z.enum(FIELD_KINDS),
          filterable: z.boolean(),
          sortable: z.boolean(),
          selectable: z.boolean(),
          facetable: z.boolean().describe('Whether `facet.field` counts its values.'),
          default: z.boolean().describe('Whether it is selected without `fl`.'),
          example: z.string(),
        })
        .meta({ id: 'Field' }),
    ),
    limits: z
      .object({
        rows: limit('The greatest `rows`.'),
        start: limit('The greatest `start`. `cursorMark` reads further.'),
        sortKeys: limit('Keys of `sort`. Each is allowed once.'),
        facetFields: limit('Fields in `facet.field`. Each is allowed once.'),
        facetValues: limit('The greatest `facet.limit`.'),
        termLength: limit('Characters of `q`.'),
        filterLength: limit('Characters of one `fq`.'),
        filterClauses: limit('Clauses in all `fq`. Each value of a list is one.'),
        filterDepth: limit('Levels of parentheses and `NOT` in one `fq`.'),
        valueWords: limit('Words in one value of a text field in `fq`.'),
        filterWords: limit('Words in all values of text fields in all `fq`.'),
        prefixLength: limit('Characters of a prefix in `fq`.'),
      })
      .meta({ id: 'SearchLimits' })
      .describe('What a search may have at most. A search may still cost too much: `search_too_complex`.'),
  })
  .meta({ id: 'FieldResults' });

export function presentFields(): z.output<typeof fieldCatalogueSchema> {
  const fields = FIELDS.map(
    ({ name, aliases, kind, filterable, sortable, selectable, facetable, default: isDefault, example }) => ({
      ...{ name, aliases: [...aliases], type: kind },
      ...{ filterable, sortable, selectable, facetable, default: isDefault, example },
    }),
  );
  return { fields, limits: presentLimits() };
}

function presentLimits(): z.output<typeof fieldCatalogueSchema>['limits'] {
  const { rows, start, sortKeys, facetValues, termLength, filterLength, prefixLength } = LIMITS;
  return {
    ...{ rows, start, sortKeys, facetFields: MAX_FACETS, facetValues, termLength, filterLength },
    ...{ filterClauses: LIMITS.clauses, filterDepth: LIMITS.depth },
    ...{ valueWords: LIMITS.wordsPerValue, filterWords: LIMITS.wordsPerRequest, prefixLength },
  };
}
