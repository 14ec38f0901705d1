import { z } from 'zod';

const usage = z.tuple([z.enum(['application', 'user', 'trusted']), z.string(), z.number().int().positive()]);
const schema = z.object({ from: z.string(), spent: z.array(usage) });

/** Token kind, client id, and the number of requests. */
export type QuotaUsage = z.output<typeof usage>;

/** The notification that a replica sends to the others: its id, and the usage since its last notification. */
export type QuotaMessage = z.output<typeof schema>;

/** @returns undefined if another version of the service sent the payload in another form */
export function parseQuotaMessage(payload: string): QuotaMessage | undefined {
  try {
    return schema.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}
