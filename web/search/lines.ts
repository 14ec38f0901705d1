import { formatAddress } from 'localized-address-format';
import { type Place } from '../api/records.js';
import { countryName, regionFor } from '../parts/formats.js';

type Address = NonNullable<Place['address']>;

/** Countries that write the number of a house before the street, as the address templates of OpenCage know: a test compares them. */
const numberFirst = new Set(
  (
    'AD AE AG AM AS AU AZ BB BD BF BH BJ BL BM BN BZ CA CC CD CG CI CK CX DJ DM DZ EG FJ FK FM FR GA GB GF GG GH ' +
    'GI GM GN GP GS GU GY HK HM IE IM IN IO IQ JE JM KE KH KN KY LA LB LK LS LU MA MC MF MG MH MM MP MQ MR MS MT ' +
    'MU MV MW MY NA NC NE NF NG NR NU NZ OM PF PG PH PK PM PR RE RW SA SC SG SH SL SN TC TF TG TH TK TM TN TO TT ' +
    'TV TZ UG UM US VG VI VN WF XK YE YT ZA ZM ZW'
  ).split(' '),
);

/** Countries that write a comma between street and number. */
const commaBetween = new Set('AO BR BY ES IT KG KZ MD MZ PT RU SY UA'.split(' '));

/** The other names of a place: first an untagged one at the beginning, where the service puts the name of the data; then those in a language. */
export function otherNames({ name, names = [] }: Pick<Place, 'name' | 'names'>, language: string): string[] {
  const primaryOf = (tag = ''): string | undefined => tag.toLowerCase().split('-')[0];
  const rankOf = (tag: string | undefined, at: number): number => {
    if (at === 0 && tag === undefined) return 0;
    return primaryOf(tag) === primaryOf(language) ? 1 : 2;
  };
  const ranked = names.map(({ text, language: tag }, at) => ({ text, rank: rankOf(tag, at) }));
  const texts = ranked.toSorted((a, b) => a.rank - b.rank).map(({ text }) => text);
  return [...new Set(texts)].filter((text) => text !== name);
}

/** The known parts of a place's address, on one line. */
export function addressLine({ address = {} }: Pick<Place, 'address'>, language: string): string {
  return joined([streetLine(address, language), address.district, address.city], ', ');
}

/** The full postal address, as its country writes it. */
export function addressLines({ address = {} }: Pick<Place, 'address'>, language: string): string[] {
  const { country, city, zipcode } = address;
  const street = streetLine(address, language);
  const other = (part: string | undefined): string | undefined =>
    part?.toLowerCase() === city?.toLowerCase() ? undefined : part;
  const [state, district] = [other(address.state), other(address.district)];
  const written = isCode(country) ? { postalCountry: country.toUpperCase() } : {};
  const formatted = formatAddress({
    ...written,
    ...(state !== undefined && { administrativeArea: state }),
    ...(city !== undefined && { locality: city }),
    ...(district !== undefined && { dependentLocality: district }),
    ...(zipcode !== undefined && { postalCode: zipcode }),
    addressLines: street === '' ? [] : [street],
  });
  // Few formats have a district. A search finds it, so readers should see it.
  const hasDistrict = formatAddress({ ...written, dependentLocality: 'district' }).length > 0;
  const below = formatted.indexOf(street) + 1;
  const lines = [
    ...formatted.slice(0, below),
    ...(hasDistrict || district === undefined ? [] : [district]),
    ...formatted.slice(below),
    // A country's format leaves out what people there do not write, such as the codes of states.
    ...(isCode(country) ? [] : [state, zipcode].filter((part) => part !== undefined)),
  ];
  return country === undefined ? lines : [...lines, countryName(country, language)];
}

/** Street and number, as the country writes them. As readers of the language do, if its code is unknown. */
export function streetLine({ country, street, number }: Address, language: string): string {
  const reader = regionFor(language) ?? new Intl.Locale(language).maximize().region ?? '';
  const code = isCode(country) ? country.toUpperCase() : reader;
  if (numberFirst.has(code)) return joined([number, street], ' ');
  return joined([street, number], commaBetween.has(code) ? ', ' : ' ');
}

function isCode(country: string | undefined): country is string {
  return country !== undefined && /^[a-z]{2}$/i.test(country);
}

/** The parts that are there. */
export function joined(parts: readonly (string | undefined)[], separator: string): string {
  return parts.filter((part) => part !== undefined && part !== '').join(separator);
}
