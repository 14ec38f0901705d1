import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumber,
  type PhoneNumber,
} from 'libphonenumber-js/min';

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
  const home = isSupportedCountry(code) ? code : undefined;
  const isOfHome = ({ countryCallingCode }: PhoneNumber): boolean =>
    home === undefined || countryCallingCode === getCountryCallingCode(home);
  const withCode = parse(`+${digits}`);
  // A number that also reads as one of another country is more likely of the place's country.
  const national = home && parse(digits, home);
  const readings = (withCode && isOfHome(withCode) ? [withCode, national] : [national, withCode]).filter(
    (parsed) => parsed !== undefined,
  );
  // Numbers reserved for fiction are possible, not valid. So are numbers without a code that read as abroad.
  const written =
    readings.find((parsed) => parsed.isValid()) ?? readings.find((parsed) => parsed.isPossible() && isOfHome(parsed));
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
