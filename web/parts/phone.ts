import { type CountryCode, isSupportedCountry, parsePhoneNumber, type PhoneNumber } from 'libphonenumber-js/min';

interface WrittenPhone {
  readonly text: string;
  readonly uri: string;
}

/**
 * A telephone number as people write it.
 *
 * @param digits of a response, usually with the country code
 * @param country of the place
 * @param readerCountry readers in the country of the number see it without its country code
 */
export function writtenPhone(digits: string, country?: string, readerCountry?: string): WrittenPhone {
  const code = country?.toUpperCase() ?? '';
  const possible = [parse(`+${digits}`), isSupportedCountry(code) ? parse(digits, code) : undefined].flatMap(
    (parsed) => (parsed?.isPossible() ? [parsed] : []),
  );
  // Numbers reserved for fiction are possible, not valid.
  const written = possible.find((parsed) => parsed.isValid()) ?? possible[0];
  if (!written) return { text: digits, uri: `tel:${digits}` };
  const isDomestic = written.country !== undefined && written.country === readerCountry;
  return { text: isDomestic ? written.formatNational() : written.formatInternational(), uri: written.getURI() };
}

function parse(text: string, country?: CountryCode): PhoneNumber | undefined {
  try {
    return parsePhoneNumber(text, country);
  } catch {
    // It throws for texts that are no telephone numbers.
    return undefined;
  }
}
