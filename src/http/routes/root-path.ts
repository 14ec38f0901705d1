/**
 * The path prefix of all URLs of the service; empty if the service is at the root of its host.
 *
 * @param baseUrl what links start with
 */
export function rootPath(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}
