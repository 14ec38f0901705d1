import { type ValueFault } from '../parse-row.js';

/** The limit of `urlService`. */
const maxLength = 2000;

/** Characters that browsers drop, rewrite or show in another order, and characters that no address has. */
const forbidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s<>"`\\^{}]/u;

/** The last part of names of files (`Menu.pdf`). None of them is a top-level domain. */
const fileExtensions = new Set(
  (
    'pdf txt rtf doc docx odt xls xlsx ods csv tsv ppt pptx odp log ' +
    'htm html xhtml php asp aspx jsp cgi css js json geojson xml yml yaml ' +
    'jpg jpeg png gif bmp tif tiff svg webp heic ico wav avi mkv exe apk'
  ).split(' '),
);

/** People write `Example.Com`, but `St.John` is a name. */
const capitalizedDomains = /^(?:Com|Org|Net|Info|Biz|Edu|Gov|[A-Z][a-z])$/;

/**
 * The address of a public page, with `http://` if it has no scheme. It is otherwise unchanged.
 *
 * @returns undefined for other texts: other schemes, e-mail addresses, accounts, addresses without a domain
 */
function publicAddress(text: string): string | undefined {
  const [, scheme = '', authority = ''] = /^(https?:\/\/)?([^/?#]*)/iu.exec(text) ?? [];
  if (forbidden.test(text) || !isPublicHost(authority)) return undefined;
  if (scheme === '' && !saysThatItIsHost(authority)) return undefined;
  const address = scheme === '' ? `http://${text}` : text;
  if (address.length > maxLength || !URL.canParse(address)) return undefined;
  return isDomain(new URL(address).hostname) ? address : undefined;
}

/**
 * Whether a text is the address of a page in the directory's own data. The page may also be on a host without a domain. Old data have
 * addresses relative to the root of a site.
 */
export function isPageAddress(text: string): boolean {
  if (publicAddress(text) !== undefined) return true;
  if (forbidden.test(text)) return false;
  if (/^\/(?!\/)/.test(text)) return true;
  const [, host] = /^https?:\/\/([^/?#@]*[^/?#@:])(?:[/?#]|$)/i.exec(text) ?? [];
  if (host === undefined || !URL.canParse(text)) return false;
  // URL parsers read `1.5` as 1.0.0.5.
  const { host: parsed } = new URL(text);
  return !/^[\d.]+(?::\d+)?$/.test(parsed) || parsed === host.replace(/:80$|:443$/, '');
}

/** Bounds the time that the regular expressions take. */
const maxTextLength = 4000;

/** The first web address in the texts. Texts before it without an address are faults. A text may hold several addresses. */
export function websiteOf(texts: readonly string[]): { address: string | undefined; faults: ValueFault[] } {
  const faults: ValueFault[] = [];
  for (const part of texts.flatMap(partsOf)) {
    const address = addressIn(part);
    if (address !== undefined) return { address, faults };
    faults.push({ member: 'urlService', value: part, reason: 'is no web address' });
  }
  return { address: undefined, faults };
}

/** Splits a text at line breaks, at separators before a space, and before each address with a scheme or `www.`. */
function partsOf(text: string): string[] {
  if (text.length > maxTextLength) return [text];
  const parts = text
    .replace(/\s+/g, (space) => (space.includes('\n') ? '\n' : ' '))
    .split(/\n| \||[;,|] |[;,| ](?=https?:\/\/|www\.)/i);
  return parts
    .flatMap(splitAtBars)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A bar within a path or a query is a part of it. */
function splitAtBars(text: string): string[] {
  const parts: string[] = [];
  for (const piece of text.split('|')) {
    const before = parts.at(-1);
    if (before !== undefined && hasPath(before)) parts[parts.length - 1] = `${before}|${piece}`;
    else parts.push(piece);
  }
  return parts;
}

function hasPath(text: string): boolean {
  return /[^/:]\/|[?#]/.test(text);
}

function addressIn(text: string): string | undefined {
  if (text.length > maxTextLength) return undefined;
  // `https://example.com (in English)`
  const [, noted = text] = /^(\S+) \([^()]*\)$/.exec(text) ?? [];
  // The end of a sentence. A path may end in a dot.
  const trimmed = noted.replace(hasPath(noted) ? /[,;:]$/ : /[.,;:]$/, '');
  // Addresses may have semicolons and commas.
  const lists = [/ /, /[ ;,]/].map((separator) => trimmed.split(separator).map(publicAddress));
  return lists.find((addresses) => addresses.every((address) => address !== undefined))?.[0];
}

/** Checks the host as it is written, because URL parsers accept more, such as `1.5` for 1.0.0.5. */
function isPublicHost(authority: string): boolean {
  const [, host = ''] = /^([^:@[\]]+)(?::\d{1,5})?$/.exec(authority) ?? [];
  return host.replace(/\.$/, '').split('.').every(isLabel);
}

/** Whether an address without a scheme is not the name of a file or of a person. */
function saysThatItIsHost(authority: string): boolean {
  if (/^www\./i.test(authority)) return true;
  const last = authority.replace(/:\d+$|\.$/, '').replace(/^.*\./s, '');
  return !fileExtensions.has(last.toLowerCase()) && (!/^\p{Lu}\p{Ll}/u.test(last) || capitalizedDomains.test(last));
}

function isLabel(label: string): boolean {
  return /^[\p{L}\p{M}\p{N}_-]+$/u.test(label) && !label.startsWith('-') && !label.endsWith('-');
}

/** @param hostname as URL parsers write it, in ASCII */
function isDomain(hostname: string): boolean {
  return /\.(?:[a-z]{2,}|xn--[a-z\d-]+)\.?$/.test(hostname) && !/^www\.[a-z\d-]{3,}\.?$/.test(hostname);
}
