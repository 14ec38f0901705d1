import { addressLine, addressLines } from './lines.js';

const museum = {
  country: 'BR',
  state: 'SP',
  city: 'São Paulo',
  district: 'Bela Vista',
  street: 'Avenida Paulista',
  number: '1578',
  zipcode: '01310-200',
};
const station = { country: 'US', state: 'RI', city: 'Hope', street: 'Main St', number: '117', zipcode: '02831' };
const gate = { country: 'DE', city: 'Berlin', street: 'Pariser Platz', number: '1', zipcode: '10117' };

describe('the lines of an address', () => {
  beforeAll(() => {
    Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en-GB'] }, configurable: true });
  });

  it.each([
    ['Brazil', museum, ['Avenida Paulista, 1578', 'Bela Vista', 'São Paulo-SP', '01310-200', 'Brazil']],
    ['the United States', station, ['117 Main St', 'Hope, RI 02831', 'United States']],
    ['Germany', gate, ['Pariser Platz 1', '10117 Berlin', 'Germany']],
    ['nowhere', { city: 'Atlantis', country: 'Under the sea' }, ['Atlantis', 'Under the sea']],
  ])('are written as in %s', (_, address, lines) => {
    expect(addressLines({ address }, 'en')).toEqual(lines);
  });

  it('are none without an address', () => {
    expect(addressLines({}, 'en')).toEqual([]);
    expect(addressLine({})).toBe('');
  });

  it('are short in a list', () => {
    expect(addressLine({ address: museum })).toBe('Avenida Paulista, 1578, Bela Vista, São Paulo');
    expect(addressLine({ address: station })).toBe('117 Main St, Hope');
  });
});
