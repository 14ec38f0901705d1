/** An error of the OAuth endpoints (RFC 6749, section 5.2), whose description is printable ASCII without quotes and backslash. */
export function errorDocument(error: string, description: string) {
  return { error, error_description: description.replace(/[^\x20-\x21\x23-\x5B\x5D-\x7E]/g, "'") };
}
