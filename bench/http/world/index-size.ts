import { type Variables } from '../../servers.js';

/** Bytes of the index of a world. */
export function indexSize({ ELASTICSEARCH_URL: url, ELASTICSEARCH_INDEX: name }: Variables): Promise<number> {
  return indexSizeAt(`${url}/${name}`);
}

export async function indexSizeAt(index: string): Promise<number> {
  const response = await fetch(`${index}/_stats/store?filter_path=_all.primaries.store.size_in_bytes`);
  const { _all } = (await response.json()) as { _all: { primaries: { store: { size_in_bytes: number } } } };
  return _all.primaries.store.size_in_bytes;
}
