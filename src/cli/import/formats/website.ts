/** The limit of `urlService`. */
const maxUrlLength = 2000;

/** The first web address in the texts. Adds `http://` if the scheme is missing. */
export function websiteOf(texts: readonly string[]): string | undefined {
  for (const text of texts.flatMap((given) => given.split(/;\s*(?=https?:|www\.)|\s+/))) {
    const address = /^[a-z][a-z\d+.-]*:/i.test(text) && !/^[^/]+:\d+/.test(text) ? text : `http://${text}`;
    if (address.length <= maxUrlLength && isWebAddress(address)) return address;
  }
  return undefined;
}

function isWebAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return (protocol === 'http:' || protocol === 'https:') && hostname.includes('.');
}
