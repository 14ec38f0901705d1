import { type ValueFault } from '../parse-row.js';

/** The limit of `urlService`. */
const maxLength = 2000;

/** Characters that browsers drop, rewrite or show in another order, and those that no address has. */
const forbidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s<>"`\\^{}|]/u;

/**
 * The address of a public page, with `http://` if it has no scheme. It is otherwise unchanged.
 *
 * @returns undefined if it is none: other schemes, e-mail addresses, accounts, addresses without a domain
 */
function publicAddress(text: string): string | undefined {
  const [, scheme = '', authority = ''] = /^(https?:\/\/)?([^/?#]*)/iu.exec(text) ?? [];
  if (forbidden.test(text) || !isPublicHost(authority)) return undefined;
  const address = scheme === '' ? `http://${text}` : text;
  if (address.length > maxLength || !URL.canParse(address)) return undefined;
  return isDomain(new URL(address).hostname) ? address : undefined;
}

/**
 * Whether a text is the address of a page in the directory's own data, which may also be on a host without a domain or,
 * from old data, relative to the root of a site.
 */
export function isPageAddress(text: string): boolean {
  if (publicAddress(text) !== undefined) return true;
  if (forbidden.test(text)) return false;
  if (/^\/(?!\/)/.test(text)) return true;
  const [, host] = /^https?:\/\/([^/?#@]*[^/?#@:]|\[[\da-f:.]+\])(?:[/?#]|$)/i.exec(text) ?? [];
  if (host === undefined || !URL.canParse(text)) return false;
  // URL parsers read `1.5` as 1.0.0.5.
  const { host: parsed } = new URL(text);
  return !/^[\d.]+(?::\d+)?$/.test(parsed) || parsed === host.replace(/:80$|:443$/, '');
}

/** Bounds the time that the regular expressions take. */
const maxTextLength = 4000;

/** The first web address of the texts, and the texts before it that are none. A text may hold several. */
export function websiteOf(texts: readonly string[]): { address: string | undefined; faults: ValueFault[] } {
  const faults: ValueFault[] = [];
  for (const part of texts.flatMap(partsOf)) {
    const address = addressIn(part);
    if (address !== undefined) return { address, faults };
    faults.push({ member: 'urlService', value: part, reason: 'is no web address' });
  }
  return { address: undefined, faults };
}

/** Texts between `;`, `|` and line breaks, and before each address that says it is one. */
function partsOf(text: string): string[] {
  if (text.length > maxTextLength) return [text];
  const parts = text
    .replace(/\s+/g, (space) => (space.includes('\n') ? '|' : ' '))
    .split(/\||[;,] |[;, ](?=https?:\/\/|www\.)/i);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function addressIn(text: string): string | undefined {
  if (text.length > maxTextLength) return undefined;
  // `https://example.com (in English)`
  const [, noted = text] = /^(\S+) \([^()]*\)$/.exec(text) ?? [];
  // The end of a sentence. A path may end in a dot.
  const hasPath = /[^/:]\/|[?#]/.test(noted);
  const trimmed = noted.replace(hasPath ? /[,;:]$/ : /[.,;:]$/, '');
  // Addresses may have semicolons and commas.
  const lists = [/ /, /[ ;,]/].map((separator) => trimmed.split(separator).map(publicAddress));
  return lists.find((addresses) => addresses.every((address) => address !== undefined))?.[0];
}

/** As it is written: URL parsers accept more, such as `1.5` for 1.0.0.5. */
function isPublicHost(authority: string): boolean {
  const [, host = ''] = /^([^:@[\]]+)(?::\d{1,5})?$/.exec(authority) ?? [];
  const labels = host.replace(/\.$/, '').split('.');
  return labels.length >= 2 && labels.every(isLabel);
}

function isLabel(label: string): boolean {
  return /^[\p{L}\p{M}\p{N}_-]+$/u.test(label) && !label.startsWith('-') && !label.endsWith('-');
}

/** @param hostname as URL parsers write it, in ASCII */
function isDomain(hostname: string): boolean {
  return /\.(?:[a-z]{2,}|xn--[a-z\d-]+)\.?$/.test(hostname) && !/^www\.[a-z\d-]{3,}\.?$/.test(hostname);
}
