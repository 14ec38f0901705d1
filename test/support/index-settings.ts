import { type Directory } from './directory.js';
import { elasticsearch } from './elasticsearch.js';

/** Changes settings of the index of a directory, as an operator may, and expects Elasticsearch to accept them. */
export async function setOnIndex({ database }: Directory, settings: Record<string, unknown>): Promise<void> {
  const { status } = await elasticsearch(`${database.name}/_settings`, 'PUT', settings);
  expect(status).toBe(200);
}
