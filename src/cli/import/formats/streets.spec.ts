import { processorTime } from '../../../../test/support/processor-time.js';
import { streetOf } from './streets.js';

describe('streetOf', () => {
  it.each([
    ['9 de Julio 1234', 'AR', '9 de Julio', '1234'],
    ['Rua 7', 'BR', 'Rua 7', undefined],
    ['SCLN 204', 'BR', 'SCLN 204', undefined],
    ['QE 40', 'BR', 'QE 40', undefined],
    ['Circuito 8', 'MX', 'Circuito 8', undefined],
    ['Circuito Jardín 8', 'MX', 'Circuito Jardín', '8'],
    ['Calle 10', 'CO', 'Calle 10', undefined],
    ['US 1', 'US', 'US 1', undefined],
    ['CR 12', 'US', 'CR 12', undefined],
    ['Ruta Nacional 9', 'AR', 'Ruta Nacional 9', undefined],
    ['Bundesstraße 3', 'DE', 'Bundesstraße 3', undefined],
    ['Loja 12', 'BR', 'Loja 12', undefined],
    ['3 Andar', 'BR', '3 Andar', undefined],
    ['Terminal 2', 'BR', 'Terminal 2', undefined],
    ['Highway 101', 'US', 'Highway 101', undefined],
    ['Route 66', 'US', 'Route 66', undefined],
    ['State Highway 1', 'NZ', 'State Highway 1', undefined],
    ['Km 5', 'BR', 'Km 5', undefined],
    ['5th Avenue 10', 'US', '5th Avenue 10', undefined],
    ['1st Street', 'US', '1st Street', undefined],
    ['42 Wallaby Way', 'AU', 'Wallaby Way', '42'],
    ['12A Smith St', 'AU', 'Smith St', '12A'],
    ['12-14 High Street', 'GB', 'High Street', '12-14'],
    ['3/42 Smith St', 'AU', 'Smith St', '3/42'],
    ['Unit 3/42 Smith St', 'AU', 'Unit 3/42 Smith St', undefined],
    ['Flat 2, 10 Downing Street', 'GB', 'Flat 2, 10 Downing Street', undefined],
    ['10, rue de Rivoli', 'FR', 'rue de Rivoli', '10'],
    ['10 bis rue de Rivoli', 'FR', 'rue de Rivoli', '10 bis'],
    ['10B, rue de Rivoli', 'FR', 'rue de Rivoli', '10B'],
    ['10 B rue de Rivoli', 'FR', 'rue de Rivoli', '10 B'],
    ['Rua Augusta, s/n', 'BR', 'Rua Augusta, s/n', undefined],
    ['Karl-Marx-Allee 12 b', 'DE', 'Karl-Marx-Allee', '12 b'],
    ['Straße des 17. Juni 135', 'DE', 'Straße des 17. Juni', '135'],
    ['銀座1-2-3', 'JP', '銀座1-2-3', undefined],
    ['1-2-3 Ginza', 'JP', '1-2-3 Ginza', undefined],
    ['南京东路100号', 'CN', '南京东路100号', undefined],
    ['세종대로 110', 'KR', '세종대로 110', undefined],
    ['Av. Paulista, 1578 - Bela Vista', 'BR', 'Av. Paulista, 1578 - Bela Vista', undefined],
    ['Al. Santos 2233 cj 12', 'BR', 'Al. Santos 2233 cj 12', undefined],
    ['Praça 15 de Novembro', 'BR', 'Praça 15 de Novembro', undefined],
    ['Rua 25 de Março, 100', 'BR', 'Rua 25 de Março', '100'],
    ['Rua 7, 120', 'BR', 'Rua 7', '120'],
    ['Rua A, 12', 'BR', 'Rua A', '12'],
    ['Calle 10 # 43-12', 'CO', 'Calle 10', '43-12'],
    ['Mannerheimintie 5 A 12', 'FI', 'Mannerheimintie', '5 A 12'],
    ['Vodičkova 681/14', 'CZ', 'Vodičkova', '681/14'],
    ['Hauptstraße 12a', 'DE', 'Hauptstraße', '12a'],
    ['Via Roma, 5', 'IT', 'Via Roma', '5'],
    ['Av. Paulista, nº 1578', 'BR', 'Av. Paulista', '1578'],
    ['3 Richardson Pl', 'AU', 'Richardson Pl', '3'],
    ['350 5th Ave', 'US', '5th Ave', '350'],
    ['205 E Houston St', 'US', 'E Houston St', '205'],
    ['7 Mile Rd', 'US', '7 Mile Rd', undefined],
    ['10 Highway 101', 'US', 'Highway 101', '10'],
    ['100 State Highway 1', 'NZ', 'State Highway 1', '100'],
    ['1 The Avenue', 'GB', 'The Avenue', '1'],
    ['5 Bay St', 'CA', 'Bay St', '5'],
    ['12 1/2 Main St', 'US', 'Main St', '12 1/2'],
    ['ул. Ленина, д. 10', 'RU', 'ул. Ленина', '10'],
    ['Fő utca 12.', 'HU', 'Fő utca', '12'],
    ['Smith St 12', 'AU', 'Smith St 12', undefined],
    ['Av. 9 de Julho, 3000', 'BR', 'Av. 9 de Julho', '3000'],
    ['Piso 3, Florida 100', 'AR', 'Piso 3, Florida 100', undefined],
    ['Rua do Comércio, Loja 5', 'BR', 'Rua do Comércio, Loja 5', undefined],
    ['Rua do Comércio Loja 5', 'BR', 'Rua do Comércio Loja 5', undefined],
    ['8 Mai 1945', 'FR', '8 Mai 1945', undefined],
    ['12 Main St Suite 200', 'US', 'Main St Suite 200', '12'],
    ['1 Waseca Ave # 3', 'US', 'Waseca Ave # 3', '1'],
    ['2 Mezzanine Floor', 'GB', '2 Mezzanine Floor', undefined],
    ['100 State St', 'US', 'State St', '100'],
    ['14 De Lacy St', 'NZ', 'De Lacy St', '14'],
    ['94,96 Marchmont Crescent', 'GB', 'Marchmont Crescent', '94,96'],
    ['138; 140 Duke Street', 'GB', 'Duke Street', '138; 140'],
    ['3, 42 Smith St', 'AU', '3, 42 Smith St', undefined],
    ['Pohjoisesplanadi 33 Keskuskatu 5', 'FI', 'Pohjoisesplanadi 33 Keskuskatu 5', undefined],
    ['Corso 22 Marzo 5', 'IT', 'Corso 22 Marzo', '5'],
    ['600 D St NW', 'US', 'D St NW', '600'],
    ['Level 2, Building 1, 3 Richardson Place', 'AU', 'Level 2, Building 1, 3 Richardson Place', undefined],
    ['PO Box 12', 'NZ', 'PO Box 12', undefined],
    ['12 Broadway', 'US', 'Broadway', '12'],
    ['EN 125', 'PT', 'EN 125', undefined],
    ['Ebene 2', 'DE', 'Ebene 2', undefined],
    ['Obergeschoss 1', 'DE', 'Obergeschoss 1', undefined],
    ['Laituri 9', 'FI', 'Laituri 9', undefined],
    ['Blok M 5', 'ID', 'Blok M 5', undefined],
    ['ТЦ 5', 'RU', 'ТЦ 5', undefined],
    ['221B Baker Street', 'GB', 'Baker Street', '221B'],
    ['3 Level 200', 'AU', '3 Level 200', undefined],
    ['3 Bay B', 'AU', '3 Bay B', undefined],
    ['9 de Julio', 'US', '9 de Julio', undefined],
    ['5 Delacroix Gardens', 'GB', 'Delacroix Gardens', '5'],
    ['1000 5 Ave S', 'US', '5 Ave S', '1000'],
    ['10 1b Ave', 'US', '1b Ave', '10'],
    ['25 Imperial Pl Ste 2', 'US', 'Imperial Pl Ste 2', '25'],
    ['12 Hilltop 5b', 'US', '12 Hilltop 5b', undefined],
    ['10 The Mall', 'GB', 'The Mall', '10'],
    ['5 Avenue', 'US', '5 Avenue', undefined],
    ['12 X', 'US', '12 X', undefined],
    ['12 Broadway # 3', 'US', 'Broadway # 3', '12'],
    ['5 2nd Level', 'GB', '5 2nd Level', undefined],
    ['2 10th', 'US', '2 10th', undefined],
    ['7, 120', 'BR', '7, 120', undefined],
    ['Rua Loja 3, 12', 'BR', 'Rua Loja 3, 12', undefined],
    ['12 Tower Bay', 'GB', '12 Tower Bay', undefined],
    ['Passeio B12, 5', 'PT', 'Passeio B12', '5'],
    ['350 5th Main Ave', 'US', '5th Main Ave', '350'],
    ['Rua 7b, 120', 'BR', 'Rua 7b', '120'],
    ['9 de Julio 33 Florida 12', 'AR', '9 de Julio 33 Florida 12', undefined],
    ['Rua 5A Norte Sul 12', 'BR', 'Rua 5A Norte Sul', '12'],
    ['B 5, 12', 'DE', 'B 5', '12'],
    [`Weg ${'x'.repeat(493)} 12`, 'DE', `Weg ${'x'.repeat(493)}`, '12'],
    [`Weg ${'x'.repeat(494)} 12`, 'DE', `Weg ${'x'.repeat(494)} 12`, undefined],
  ])('of %j in %s', (freeform, country, street, number) => {
    expect(streetOf(freeform, { country })).toEqual({ street, ...(number !== undefined && { number }) });
  });

  it('keeps the text where the country is not known', () => {
    for (const street of ['123 Main St', 'Hauptstraße 12'])
      expect(streetOf(street, { country: undefined })).toEqual({ street });
    expect(streetOf(undefined, { country: 'US' })).toEqual({});
  });

  it('does not take the postcode for a house number, nor the city for a street', () => {
    expect(streetOf('75001 Paris', { country: 'FR', zipcode: '75001' })).toEqual({ street: '75001 Paris' });
    expect(streetOf('75 Paris', { country: 'FR', city: 'Paris' })).toEqual({ street: '75 Paris' });
    expect(streetOf('75 Paris', { country: 'FR', city: 'Paris', zipcode: '1' })).toEqual({
      street: 'Paris',
      number: '75',
    });
  });

  it('reads long texts in linear time', () => {
    const time = processorTime(() => {
      for (const freeform of [`12${' '.repeat(100_000)}x\ny`, '1 '.repeat(249), '1/'.repeat(249), 'a, '.repeat(160)]) {
        for (const country of ['AU', 'DE']) expect(streetOf(freeform, { country }).street).toBe(freeform);
      }
    });
    expect(time).toBeLessThan(500);
  });
});
