import { type CountryCode, isSupportedCountry, parsePhoneNumber } from 'libphonenumber-js/min';

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
  const parsed = parse(`+${digits}`) ?? (isSupportedCountry(code) ? parse(digits, code) : undefined);
  if (!parsed) return { text: digits, uri: `tel:${digits}` };
  const isDomestic = parsed.country !== undefined && parsed.country === readerCountry;
  return { text: isDomestic ? parsed.formatNational() : parsed.formatInternational(), uri: parsed.getURI() };
}

function parse(text: string, country?: CountryCode) {
  try {
    const parsed = parsePhoneNumber(text, country);
    return parsed.isValid() ? parsed : undefined;
  } catch {
    // It throws for texts that are no telephone numbers.
    return undefined;
  }
}
