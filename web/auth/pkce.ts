/** Creates PKCE verifiers and challenges (RFC 7636). */
export function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

/** The `S256` challenge of a verifier. */
export async function challengeOf(verifier: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
