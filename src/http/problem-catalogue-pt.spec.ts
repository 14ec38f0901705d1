import { sentencePt, sentencesPt } from './problem-catalogue-pt.js';

/** Examples of what the service writes. */
const texts: [english: string, portuguese: string][] = [
  ['is missing', 'falta'],
  ['is missing: lat, lng are required together', 'falta: lat, lng são obrigatórios em conjunto'],
  ['is missing: location.line needs it', 'falta'],
  ['is out of range', 'está fora dos limites'],
  ['is outside of the map at zoom level 3', 'está fora do mapa no nível de zoom 3'],
  ['is not an integer in plain decimal digits', 'não é um número inteiro em algarismos'],
  ['is not a plain decimal number', 'não é um número decimal'],
  ['is not a point', 'não é um ponto'],
  ['is not a time', 'não é um horário'],
  ['is not a language', 'não é um idioma'],
  ['is not an e-mail address', 'não é um endereço de e-mail'],
  ['is not a known format (json, xml, geojson)', 'não é um formato conhecido (json, xml, geojson)'],
  ['is not a format of this resource', 'não é um formato deste recurso'],
  ['is not one of the allowed values', 'não é um dos valores permitidos'],
  ['is not percent-encoded UTF-8', 'não é UTF-8 com percent-encoding'],
  ['is given 2 times', 'foi enviado 2 vezes'],
  ['is unknown, and Prefer asks for strict handling', 'é desconhecido'],
  ['is not allowed here', 'não é permitido aqui'],
  ['is not that of a form', 'não é o de um formulário'],
  ['admits no format of this service', 'não admite nenhum formato deste serviço'],
  ['was sent in more than one way', 'foi enviado de mais de um modo'],
  ['contains a character that cannot be stored (NUL)', 'contém um caractere que não pode ser guardado (NUL)'],
  ['lies south of location.se.lat (1.5)', 'fica ao sul de location.se.lat (1.5)'],
  ['the search term has at most 256 characters', 'o termo da busca tem no máximo 256 caracteres'],
  ['an integer, 0 to 100', 'um número inteiro, de 0 a 100'],
  ['1 to 5000 metres', 'de 1 a 5000 metros'],
  ['-90 to 90 decimal degrees', 'de -90 a 90 graus decimais'],
  ['lat,lng in decimal degrees: -90 to 90, -180 to 180', 'lat,lng em graus decimais: de -90 a 90, de -180 a 180'],
  ['a language tag, such as pt or pt-BR', 'um código de idioma, como pt ou pt-BR'],
  ['a local time of the place, such as 2026-11-23T19:30', 'um horário local do lugar, como 2026-11-23T19:30'],
  [
    'a time with an offset, such as 2026-11-23T19:30-03:00 or 2026-11-23T22:30Z',
    'um horário com fuso, como 2026-11-23T19:30-03:00 ou 2026-11-23T22:30Z',
  ],
  ['years 0000 to 6052', 'anos de 0000 a 6052'],
  ['a text of 1 to 256 characters', 'um texto de 1 a 256 caracteres'],
  ['cursorMark=* without start, to read further', 'cursorMark=* sem start, para continuar a ler'],
  ['once', 'uma vez'],
  ['UTF-8, percent-encoded', 'UTF-8 com percent-encoding'],
  ['text without NUL', 'texto sem NUL'],
  ['Authorization: Bearer', 'Authorization: Bearer'],
  ['There is no problem with the code "x y".', 'Não existe um problema com o código "x y".'],
  ['This page is switched off (EXPLORE=false).', 'Esta página está desligada (EXPLORE=false).'],
  ['This service has no map file (MAP_PMTILES).', 'Este serviço não tem um arquivo de mapa (MAP_PMTILES).'],
  ['The map file cannot be read (MAP_PMTILES).', 'O arquivo do mapa não pode ser lido (MAP_PMTILES).'],
];

describe('sentencePt', () => {
  it.each(texts)('translates %j', (english, portuguese) => {
    expect(sentencePt(english)).toBe(portuguese);
  });

  it('has no pattern that no text meets', () => {
    const firstOf = (english: string) => sentencesPt.find(([pattern]) => pattern.test(english));
    const met = new Set(texts.map(([english]) => firstOf(english)));
    expect(sentencesPt.filter((sentence) => !met.has(sentence))).toEqual([]);
  });

  it('has no translation of other texts', () => {
    expect(sentencePt('a clause begins with a name')).toBeUndefined();
  });
});
