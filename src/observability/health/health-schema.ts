import { z } from 'zod';

const dependency = z.enum(['up', 'down']);

export const aliveSchema = z.object({ status: z.literal('ok') }).meta({ id: 'Alive' });

/**
 * Whether the service can do its work. `degraded`: all but search works, so requests are welcome. `unavailable`,
 * `starting` and `draining`: they should go elsewhere.
 */
export const healthSchema = z
  .object({
    status: z.enum(['ok', 'degraded', 'unavailable', 'starting', 'draining']),
    postgresql: dependency,
    elasticsearch: dependency,
  })
  .meta({ id: 'Health' });

export type Health = z.output<typeof healthSchema>;
