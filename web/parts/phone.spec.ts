import { writtenPhone } from './phone.js';

describe('writtenPhone', () => {
  it.each([
    ['14018286460', 'US', 'GB', '+1 401 828 6460', 'tel:+14018286460'],
    ['14018286460', 'US', 'US', '(401) 828-6460', 'tel:+14018286460'],
    ['551131495959', 'BR', undefined, '+55 11 3149 5959', 'tel:+551131495959'],
    ['1131495959', 'BR', 'BR', '(11) 3149-5959', 'tel:+551131495959'],
    ['441632960863', undefined, 'GB', '+44 1632 960863', 'tel:+441632960863'],
    ['442079460018', 'BR', undefined, '+44 20 7946 0018', 'tel:+442079460018'],
    ['449209272', 'NZ', undefined, '+64 449209272', 'tel:+64449209272'],
    ['12025550123', 'US', 'GB', '+1 202 555 0123', 'tel:+12025550123'],
  ])('writes %s of %s for readers in %s as %s', (digits, country, reader, text, uri) => {
    expect(writtenPhone(digits, country, reader)).toEqual({ text, uri });
  });

  it.each(['911', '0', '99999999999999999999'])('leaves %s as it is', (digits) => {
    expect(writtenPhone(digits, 'Atlantis')).toEqual({ text: digits, uri: `tel:${digits}` });
  });

  it.each([
    ['2739008', 'BR'],
    ['3133479', 'US'],
  ])('does not take %s of %s for a number abroad', (digits, country) => {
    expect(writtenPhone(digits, country)).toEqual({ text: digits, uri: `tel:${digits}` });
  });
});
