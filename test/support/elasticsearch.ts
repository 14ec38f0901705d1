import { type Directory } from './directory.js';

/** Sends a request to Elasticsearch, with a body as JSON. */
export function elasticsearch(path: string, method = 'GET', body?: object): Promise<Response> {
  return fetch(`${process.env.ELASTICSEARCH_URL}/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Changes settings of the index of a directory, as an operator may, and expects Elasticsearch to accept them. */
export async function setOnIndex({ database }: Directory, settings: Record<string, unknown>): Promise<void> {
  expect((await elasticsearch(`${database.name}/_settings`, 'PUT', settings)).status).toBe(200);
}
