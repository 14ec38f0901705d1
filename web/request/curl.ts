/** Quotes a text as one POSIX shell word. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The request as a curl command. It uses `$TOKEN` instead of the token. */
export function curlOf(url: string): string {
  return `curl -H "Authorization: Bearer $TOKEN" ${shellQuoted(url)}`;
}
