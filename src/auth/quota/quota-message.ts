import { z } from 'zod';

const spending = z.tuple([z.enum(['application', 'user', 'trusted']), z.string(), z.number().int().positive()]);
const schema = z.object({ from: z.string(), spent: z.array(spending) });

/** Requests that a client has made with tokens of one kind: kind, client, number. */
export type Spending = z.output<typeof spending>;

/** What one replica tells the others. */
export type QuotaMessage = z.output<typeof schema>;

/** Reads what came over the channel; undefined for what no replica of this version tells. */
export function readMessage(payload: string): QuotaMessage | undefined {
  try {
    return schema.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}
