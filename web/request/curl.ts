/** A text as one word of a POSIX shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The same request for a terminal. The token stays out of it: whoever copies the line sets `TOKEN`. */
export function curlOf(url: string): string {
  return `curl -H "Authorization: Bearer $TOKEN" ${shellQuoted(url)}`;
}
