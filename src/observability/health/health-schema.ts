import { z } from 'zod';

const dependency = z.enum(['up', 'down']);

export const aliveSchema = z.object({ status: z.literal('ok') }).meta({ id: 'Alive' });

/**
 * Whether the service can take requests. `degraded`: everything but search works. `unavailable`, `starting` and `draining`:
 * send requests to another replica.
 */
export const healthSchema = z
  .object({
    status: z.enum(['ok', 'degraded', 'unavailable', 'starting', 'draining']),
    postgresql: dependency,
    elasticsearch: dependency,
    reason: z
      .string()
      .optional()
      .meta({ description: 'Why PostgreSQL counts as down although it responds. The log has the details.' }),
    version: z.string().meta({ description: 'The version of the service.' }),
  })
  .meta({ id: 'Health' });

export type Health = z.output<typeof healthSchema>;
