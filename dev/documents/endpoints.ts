import { readFileSync } from 'node:fs';
import { markdownTable } from '../markdown-table.js';

/** The endpoints of the OpenAPI document that need a token, without the addresses under `/v2/users/me`. */
export function endpointTable(): string {
  const { paths } = JSON.parse(readFileSync('test/golden/openapi.json', 'utf8')) as OpenApi;
  const rows = Object.entries(paths).flatMap(([path, { get }]) => {
    const kinds = (get?.security ?? []).flatMap(Object.keys).filter((scheme) => scheme !== 'bearer');
    if (!get || kinds.length === 0 || path.startsWith('/v2/users/me')) return [];
    return [[`\`${path}\``, kinds.join(' or '), get.summary]];
  });
  return markdownTable(['Address', 'Token', 'Response'], rows);
}

interface OpenApi {
  readonly paths: Readonly<Record<string, { get?: { security?: Record<string, unknown>[]; summary: string } }>>;
}
