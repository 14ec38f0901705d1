import { z } from 'zod';
import { FIELDS, FIELD_KINDS } from './query/fields.js';

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
          default: z.boolean().describe('Whether it is selected without `fl`.'),
          example: z.string(),
        })
        .meta({ id: 'Field' }),
    ),
  })
  .meta({ id: 'FieldResults' });

export function presentFields(): z.output<typeof fieldCatalogueSchema> {
  const fields = FIELDS.map(
    ({ name, aliases, kind, filterable, sortable, selectable, default: isDefault, example }) => ({
      ...{ name, aliases: [...aliases], type: kind },
      ...{ filterable, sortable, selectable, default: isDefault, example },
    }),
  );
  return { fields };
}
