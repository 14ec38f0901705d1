import { type ParsedQuery, printShortQuery } from '../../http/request/query-string.js';
import { isStorable } from '../../http/request/storable.js';

/** What the authorization endpoint knows (RFC 6749, section 4.1.1; RFC 7636, section 4.3). */
const known = [
  'response_type',
  'response_mode',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const;

type Name = (typeof known)[number];

const maxLength = 4096;

function isKnown(name: string): name is Name {
  return known.some((one) => one === name);
}

/** The parameters of an authorization request; what nobody knows is ignored, as the RFC asks. */
export class RequestParameters {
  private readonly values = new Map<string, string>();
  private readonly faults = new Map<string, string>();

  constructor({ pairs, broken }: ParsedQuery) {
    for (const name of broken.map(([one]) => one).filter(isKnown)) this.faults.set(name, 'cannot be read');
    for (const [name, value] of pairs) {
      // RFC 6749, section 3.1: without a value is as good as absent.
      if (value === '') continue;
      if (this.values.has(name)) this.faults.set(name, 'stands more than once');
      else if (isKnown(name)) this.check(name, value);
      this.values.set(name, value);
    }
  }

  private check(name: Name, value: string): void {
    if (!isStorable(value)) this.faults.set(name, 'cannot be read');
    // The client needs its state back in any case; how long that is, it knows best.
    else if (value.length > maxLength && name !== 'state')
      this.faults.set(name, `is longer than ${maxLength} characters`);
  }

  get(name: Name): string | undefined {
    return this.faults.has(name) ? undefined : this.values.get(name);
  }

  /** What is wrong with how it is written; undefined when nothing is. */
  faultOf(name: Name): string | undefined {
    return this.faults.get(name);
  }

  /** The first fault of all, with the parameter's name if it is one that we know. */
  get fault(): string | undefined {
    const [first] = this.faults;
    if (!first) return undefined;
    const [name, reason] = first;
    return `${isKnown(name) ? name : 'A parameter'} ${reason}`;
  }

  /** The request as forms and addresses carry it on, percent-encoded, so that it comes back as it was. */
  print(): string {
    return printShortQuery([...this.values].filter(([name]) => isKnown(name)));
  }
}
