import { type Directory } from './directory.js';

/** Changes settings of the index of a directory, as an operator may, and expects Elasticsearch to accept them. */
export async function setOnIndex({ database }: Directory, settings: Record<string, unknown>): Promise<void> {
  const { status } = await fetch(`${process.env.ELASTICSEARCH_URL ?? ''}/${database.name}/_settings`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(settings),
  });
  expect(status).toBe(200);
}
