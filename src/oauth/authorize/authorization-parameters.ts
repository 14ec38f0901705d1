import { type ParsedQuery, formatReadableQuery } from '../../http/request/query-string.js';
import { isStorable } from '../../storable.js';

/** RFC 6749, section 4.1.1; RFC 7636, section 4.3; `prompt` of OpenID Connect Core 1.0, section 3.1.2.1. */
const names = [
  'response_type',
  'response_mode',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'prompt',
] as const;

type Name = (typeof names)[number];

const maxLength = 4096;

function isKnown(name: string): name is Name {
  return names.some((known) => known === name);
}

/** The parameters of an authorization request. Unknown parameters are ignored (RFC 6749, section 3.1). */
export class AuthorizationParameters {
  private readonly values = new Map<string, string>();
  private readonly faults = new Map<string, string>();

  constructor({ pairs, broken }: ParsedQuery) {
    for (const name of broken.map(([brokenName]) => brokenName).filter(isKnown)) {
      this.faults.set(name, 'cannot be decoded');
    }
    for (const [name, value] of pairs) {
      // An empty parameter counts as absent (RFC 6749, section 3.1).
      if (value === '') continue;
      if (this.values.has(name)) this.faults.set(name, 'is given more than once');
      else if (isKnown(name)) this.check(name, value);
      this.values.set(name, value);
    }
  }

  private check(name: Name, value: string): void {
    if (!isStorable(value)) this.faults.set(name, 'cannot be decoded');
    // `state` goes back to the client unchanged, so its length is not limited here.
    else if (value.length > maxLength && name !== 'state')
      this.faults.set(name, `is longer than ${maxLength} characters`);
  }

  /** @returns undefined if the parameter is absent or faulty */
  get(name: Name): string | undefined {
    return this.faults.has(name) ? undefined : this.values.get(name);
  }

  /** @returns why the parameter cannot be read, as the predicate of a sentence */
  faultOf(name: Name): string | undefined {
    return this.faults.get(name);
  }

  /** The first fault, as a sentence. Does not repeat the names of unknown parameters. */
  get fault(): string | undefined {
    const [first] = this.faults;
    if (!first) return undefined;
    const [name, reason] = first;
    return `${isKnown(name) ? name : 'A parameter'} ${reason}`;
  }

  /** The request as a query: pages put it into their forms, and redirects into their addresses. */
  toQuery(): string {
    return formatReadableQuery([...this.values].filter(([name]) => isKnown(name)));
  }
}
