/**
 * The path that all addresses of the service begin with; nothing where it stands at the root of its host.
 *
 * @param baseUrl what links begin with
 */
export function rootPath(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}
