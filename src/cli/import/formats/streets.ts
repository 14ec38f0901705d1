import addressFormatter from '@fragaria/address-formatter';

interface Street {
  street?: string;
  number?: string;
}

interface Surroundings {
  /** ISO 3166-1 alpha-2. */
  country: string | undefined;
  city?: string | undefined;
  zipcode?: string | undefined;
}

/** `12`, `12a`, `12-14`, `12/3`, `12-A`, `14,16,18`, `138; 140` */
const numbers = String.raw`\d{1,6}[a-z]?(?:(?:\s?[-–/&;]\s?|,(?=\d))(?:\d{1,5}[a-z]?|[a-z])(?![\p{L}\d])){0,3}`;

/** `10 bis`, `12 1/2`, and in French `10 B rue …` */
const leading = new RegExp(
  String.raw`^(${numbers}(?:\s?(?:bis|ter|quater)|\s?½|\s1/2|\s[a-d](?=,?\s(?:rue|avenue|av|boulevard|bd|place|pl|chemin|route|impasse|allée|quai|cours)\b))?)` +
    String.raw`(?:,\s{0,3}|\s{1,3})(\S.*)$`,
  'isu',
);

/** `12 b`, `5 A 12` (Finland), `12 bis` */
const trailing = new RegExp(
  String.raw`^(.*?[^\s,])(?:,\s{0,3}|\s{1,3})(?:(?:n[ºo°.r]{1,2}\.?|num\.?|número|nummer|č\. ?p\.|д\.|дом|#)(?:\s?:)?\s?)?` +
    String.raw`(${numbers}(?:\s[a-z](?:\s\d{1,4})?(?!\S)|\s?(?:bis|ter))?)\.?$`,
  'isu',
);

/** Bounds the time that the regular expressions take. */
const maxLength = 500;

/**
 * Splits a street from the house number, in the order of the country: `3 Richardson Pl` (AU), `Hauptstraße 12a` (DE). Any
 * other text is the street, as it is: `Rua 7`, `Level 2, 3 Richardson Pl`, and texts of unknown countries.
 */
export function streetOf(freeform: string | undefined, { country, city, zipcode }: Surroundings): Street {
  if (freeform === undefined) return {};
  const order = country === undefined || freeform.length > maxLength ? undefined : numberPosition(country);
  const [, first = '', second = ''] = (order === 'first' ? leading : trailing).exec(freeform) ?? [];
  const [number, street] = order === 'first' ? [first, second] : [second, first];
  const isSplit =
    order !== undefined &&
    number !== '' &&
    // `75001 Paris`
    number !== zipcode &&
    (zipcode !== undefined || street !== city) &&
    isStreet(street, order === 'first');
  return isSplit ? { street, number } : { street: freeform };
}

const positions = new Map<string, 'first' | 'last' | undefined>();

/** Where a country writes the house number. Undefined where houses are not numbered along streets. */
function numberPosition(country: string): 'first' | 'last' | undefined {
  if (!positions.has(country)) positions.set(country, readPosition(country));
  return positions.get(country);
}

function readPosition(country: string): 'first' | 'last' | undefined {
  if (country === 'JP') return undefined;
  const text = addressFormatter.format({ road: 'Street', houseNumber: '7', countryCode: country.toLowerCase() });
  const [street, number] = [text.indexOf('Street'), text.indexOf('7')];
  if (street < 0 || number < 0) return undefined;
  return number < street ? 'first' : 'last';
}

/** Words for roads. Alone they do not name a street; with a number they do: `Rua 7`, `Route 66`. */
const roads = new Set(
  (
    'road rd street st str avenue ave av avenida avda route rt rte highway hwy freeway fwy motorway expressway parkway pkwy ' +
    'interstate i us state county country cr sr fm rr national federal provincial lane ln drive dr way boulevard blvd bypass ' +
    'rua r calle c cl carrera cra cr kr kra ruta rn rp carretera ctra autopista autovia camino diagonal transversal tv dg ' +
    'estrada estr en ic ip rodovia rod br travessa tv alameda al praca pca plaza pza largo via viela beco nacional estadual municipal ' +
    'nacional provincial federal vicinal sp mg pr rj sc rs ba go circuito anillo periferico libramiento retorno ' +
    // The sectors of Brasília.
    'cln cls clsw scln scls sqn sqs sqsw shcn shcs shin shis sgan sgas sia sig qe qi ql qn qnm qng ' +
    'strasse bundesstrasse landesstrasse kreisstrasse staatsstrasse autobahn weg gasse platz allee chaussee a b k l ' +
    'rue chemin impasse place quai cours rn rd d n nationale departementale autoroute e m ' +
    'strada statale provinciale ss viale corso piazza vicolo autostrada ' +
    'straat laan plein rijksweg provincialeweg steenweg ' +
    'vag gata gatan vagen riksvag lansvag vej vei gate riksvei fylkesvei rv fv tie katu valtatie kantatie seututie maantie vt ' +
    'ulica ul droga dk dw aleja aleje trida silnice ulice cesta utca ut ' +
    'ulitsa улица ул шоссе ш трасса проспект пр просп переулок пер дорога вулиця вул ' +
    'cadde caddesi cad sokak sokagi sok sk jalan jl lorong soi gang odos οδος οδ leoforos λεωφορος'
  ).split(' '),
);

/** Words for buildings, and for parts of buildings and areas. A number after them is not a house number. */
const units = new Set(
  (
    'apt apartment box bldg floor fl km kilometre kilometer level lot room rm shop ste suite unit units terminal gate hangar ' +
    'block blok blk plot stand kiosk stall space no pobox flat exit ' +
    'andar andares loja lojas sala salas bloco bl cj conj conjunto apto apartamento quadra qd lote lt galpao pavimento piso subsolo ' +
    'local oficina of planta puerta nave parcela modulo depto dpto departamento interior int manzana mz bodega esc portal ' +
    'etage stock og eg obergeschoss untergeschoss erdgeschoss ebene whg top zimmer raum laden ' +
    'batiment bat escalier niveau appartement appt ' +
    'piano interno scala lotto capannone kerros vaningen plan lokale etasje laituri ' +
    'verdieping lokaal pietro lokal lok patro emelet ajto kat daire ' +
    'этаж кв квартира офис оф корпус корп стр помещение пом подъезд павильон тц трц ' +
    'building hall pavilion tower phase sector zone store warehouse dock pier bay mall stage office house stop station ' +
    'casa torre edificio ed edif predio terreo banca setor pavilhao portao poligono ' +
    'halle tor gebaude haus laden tur stiege porte halli ovi rakennus hus byggnad bygning toren gebouw hal ' +
    'budynek bud hala budova epulet строение здание'
  ).split(' '),
);

/** Words that connect the words for a road: `Estrada do km 5`. */
const particles = new Set(
  'de del da do das dos di der den des du la le el the van of y e и an am auf bei im in zum zur'.split(' '),
);

/** Whether a text names a street by itself. */
function isStreet(text: string, isAfterNumber: boolean): boolean {
  // `Piso 3, Florida`, and addresses without spaces.
  if (/[,;]| - |[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)) return false;
  const words = wordsOf(isAfterNumber ? (text.split('#')[0] ?? '') : text);
  const [first = '', second = '', last = ''] = [words[0], words[1], words.at(-1)];
  const hasRoad = words.some((word) => roads.has(word));
  if (isAfterNumber) {
    // `3 Level 2`, but `10 Bay Street`
    if (units.has(first) && /^(?:\d.*|.?)$/.test(second)) return false;
    // `9 de Julio`, `2 Mezzanine Floor`, but `14 De Lacy St`
    if (!hasRoad && (/^(?:de|del|di|of|do|da)$/.test(first) || /^(?:floor|level|andar|piso|etage)$/.test(last)))
      return false;
    // `1000 5 Ave S`, but `7 Mile Road` and `94, 96 Marchmont Crescent`
    if (/^(?:\d+[a-z]?|miles?)$/.test(first)) return !first.startsWith('mile') && roads.has(second);
    // `10 Highway 101`, `25 Imperial Pl Ste 2`, but `8 Mai 1945`
    if (/^\d+[a-z]?$/.test(last)) return hasRoad || words.some((word) => units.has(word));
    // `State Street`, `Bay St`
    return first === 'the' || hasName(words) || (words.length > 1 && roads.has(last));
  }
  if (/^\d+[a-z]?$/.test(last)) return words.length > 1 && words.slice(0, -1).every((word) => roads.has(word));
  // `Pohjoisesplanadi 33 Keskuskatu` is a corner, `Corso 22 Marzo` is not.
  const number = words.findIndex((word, index) => index > 0 && /^\d+$/.test(word));
  return !units.has(last) && hasName(words) && !(number > 0 && hasName(words.slice(0, number)));
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/** Whether a word is a name, and not the kind of a road, a part of a building or a number. */
function hasName(words: readonly string[]): boolean {
  // `Avenue A`, `D Street`
  if (words.some((word) => /^[a-z]$/.test(word)) && words.some((word) => word.length > 1 && roads.has(word)))
    return true;
  const hasRoad = words.some((word) => roads.has(word));
  return words.some(
    (word) =>
      (/\p{L}{2}/u.test(word.replace(/^\d+(?:st|nd|rd|th)$/, '')) || (hasRoad && /^\d+\D/.test(word))) &&
      ![roads, units, particles].some((known) => known.has(word)),
  );
}
