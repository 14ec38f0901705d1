/** Sends a request to Elasticsearch, with a body as JSON. */
export function elasticsearch(path: string, method = 'GET', body?: object): Promise<Response> {
  return fetch(`${process.env.ELASTICSEARCH_URL}/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}
