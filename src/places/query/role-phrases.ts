import { foldedPhrase, foldedWords, keysOf, type Token, without } from './words.js';

/** A list of phrases with their meanings. They are compared by their folded words, without accents and punctuation. */
export class Phrases<T> {
  /** By phrase. */
  readonly meanings = new Map<string, T>();
  private longest = 0;

  /** @param lists the phrases of each meaning, separated by commas */
  constructor(lists: readonly (readonly [meaning: T, phrases: string])[]) {
    for (const [meaning, phrases] of lists) {
      for (const phrase of phrases.split(',')) {
        const words = foldedWords(phrase);
        this.meanings.set(words.join(' '), meaning);
        this.longest = Math.max(this.longest, words.length);
      }
    }
  }

  /** The longest phrase that starts at a word, and the position after it. */
  longestMatchAt(words: readonly string[], from: number): { meaning: T; end: number } | undefined {
    for (let end = Math.min(words.length, from + this.longest); end > from; end -= 1) {
      const meaning = this.meanings.get(words.slice(from, end).join(' '));
      if (meaning !== undefined) return { meaning, end };
    }
    return undefined;
  }
}

/** Phrases that ask for places near the caller. */
export const NEAR_ME = new Phrases([
  [
    true,
    'near me, nearby, near by, near here, close by, close to me, around me, around here, next to me, in my area, closest, nearest, closest to me, nearest to me, within walking distance, ' +
      'perto de mim, perto daqui, por perto, aqui perto, mais perto, mais próximo, mais próxima, próximo a mim, próximo de mim, próximo daqui, nas proximidades, ao meu redor, ' +
      'cerca de mí, cerca de aquí, por aquí, más cercano, más cercana, más cerca, ' +
      'i nærheden, i nærheden af mig, nær mig, tæt på mig, nærmeste, ' +
      'in der Nähe, in meiner Nähe, nächste, nächster, nächstes, hier in der Nähe, um die Ecke, in meiner Umgebung, ' +
      'près de moi, près d’ici, à proximité, autour de moi, le plus proche, la plus proche, ' +
      'vicino a me, qui vicino, nelle vicinanze, più vicino, più vicina, ' +
      'nära mig, i närheten, närmaste, i nærheten, nær meg, nærmeste, in de buurt, bij mij in de buurt, dichtstbijzijnde, ' +
      'lähellä, lähellä minua, lähin, blisko mnie, w pobliżu, najbliższy, najbliższa, ' +
      'рядом, рядом со мной, поблизости, ближайший, ближайшая, ближайшее, поруч, неподалік, ' +
      'κοντά μου, κοντινό, yakınımda, yakınımdaki, en yakın, قريب مني, بالقرب مني, الأقرب, نزدیک من, קרוב אליי, לידי, ' +
      '近く, 附近, 我附近, 근처, 내 근처, ใกล้ฉัน, gần đây, gần tôi, di dekat saya, terdekat',
  ],
]);

/** Words before the name of an area, in the languages of most data sets. */
export const RELATIONS = new Phrases<'in' | 'near'>([
  ['in', 'in, inside, within, em, no, na, nos, nas, dentro de, dentro do, dentro da, en, dans, im, i'],
  [
    'near',
    'near, near to, nearby, close to, next to, around, nearest to, closest to, ' +
      'perto de, perto do, perto da, perto dos, perto das, ao redor de, ao redor do, ao redor da, ' +
      'próximo a, próximo ao, próximo de, próximo do, próximo da, próxima a, próxima ao, próxima de, próxima do, próxima da, ' +
      'cerca de, cerca del, alrededor de, près de, près du, autour de, nahe, bei, tæt på, nær, i nærheden af, ' +
      'in der Nähe von, in der Nähe vom, in der Nähe des, in der Nähe der, unweit von, vicino a, nära',
  ],
]);

/** Words for `near` that names have, too: `by`, `at`. */
export const UNSURE_NEAR = new Phrases([
  [
    true,
    'by, at, beside, opposite, outside, behind, across from, ved, ved siden af, over for, neben, gegenüber, junto a, junto ao, ' +
      'ao lado de, ao lado do, ao lado da, em frente a, em frente ao, al lado de, à côté de',
  ],
]);

/** Words for the centre, which may follow the name of a city: `auckland cbd`. Without such a district in the data, they only repeat the city. */
export const CENTRE_WORDS = new Phrases([
  [
    true,
    'cbd, downtown, city, city centre, city center, centre, center, town, town centre, town center, historic centre, historic center, ' +
      'centrum, sentrum, zentrum, innenstadt, altstadt, centro, centro histórico, casco antiguo, casco histórico, centro storico, ' +
      'centre ville, centre historique, vieille ville',
  ],
]);

/** The position after the words from `from` on that together have this length. */
export function endOf(words: readonly string[], from: number, length: number): number {
  let end = from + 1;
  while (words.slice(from, end).join(' ').length < length) end += 1;
  return end;
}

/** `under 100 dollars`, `200 kr per night`, `até 50 reais por noite`, folded: no data say prices. `10 dollar street` is none. */
const PRICE = new RegExp(
  '^(?<limit>(?:under|below|less than|cheaper than|up to|ate|abaixo de|menos de|por menos de|hasta|unter|bis|moins de|meno di) )?' +
    '\\d{1,5} ?(?:dollars?|bucks|usd|euros?|eur|pounds?|gbp|quid|reais|brl|kr|kroner|dkk|pesos|francs?)' +
    '(?<each> (?:per|a|por|pr|pro|par|la) (?:night|person|head|noite|pessoa|nat|person|noche|persona|nacht|nuit))?(?= |$)',
  'u',
);

/** The position after a price that words name. */
function afterPrice(words: readonly string[], from: number): number | undefined {
  const match = PRICE.exec(words.slice(from).join(' '));
  if (!match || (match.groups?.limit ?? match.groups?.each) === undefined) return undefined;
  return endOf(words, from, match[0].length);
}

/** Beginnings of questions. They are removed. */
const QUESTIONS = new Phrases([
  [
    true,
    'where can i buy, where can i get, where can i find, where can we, where can you buy, where can i, where to buy, where to find, where to get, where do i find, how do i find a, how do i find, how can i find, where do i get, ' +
      'where do they sell, where is the, where is a, where is, where are the, where are, where s the, wheres the, who sells, who has, what is the, what are the, what s the, how do i get to, how to get to, ' +
      'i am looking for, i m looking for, im looking for, looking for a, looking for, i want to find, i want to buy, i want a, i want some, i want, buy a, buy an, buy some, i need to find, i need to buy, i need a, i need some, i need, i would like, i d like, ' +
      'can you find, find me a, find me, find a, find, show me, show, search for, list of, all the, all, any, is there a, is there any, are there any, somewhere that sells, somewhere to buy, somewhere to get, somewhere to find, place to buy, place to get, places to buy, places to get, need a, need an, need some, any good, shops that sell, stores that sell, place that sells, please, ' +
      'onde posso comprar, onde posso encontrar, onde posso achar, onde comprar, onde encontrar, onde achar, onde tem, onde há, onde fica o, onde fica a, onde fica, onde ficam, onde é, onde vende, onde vendem, onde eu compro, onde posso, onde eu posso, onde, comprar um, comprar uma, ' +
      'estou procurando, procuro por, procuro, procurando, preciso de um, preciso de uma, preciso de, preciso, quero comprar, quero um, quero uma, quero, gostaria de, tem algum, tem alguma, existe algum, lista de, como chegar, por favor, quais, qual, qual o, qual a, ' +
      'hvor kan jeg købe, hvor kan man købe, hvor kan jeg få, hvor kan jeg finde, hvor kan jeg, hvor kan man, hvor finder jeg, hvor køber jeg, hvor er der, hvor er, hvor ligger, jeg leder efter, jeg søger, jeg vil købe, jeg skal bruge, find en, find et, ' +
      'dónde puedo comprar, dónde puedo encontrar, dónde comprar, dónde encontrar, dónde hay, dónde está, dónde, busco un, busco una, busco, necesito un, necesito una, necesito, quiero, ' +
      'wo kann ich kaufen, wo kann ich, wo kann man, wo finde ich, wo gibt es, wo ist, ich suche, suche, ich brauche, où acheter, où puis je acheter, où trouver, où est, je cherche, dove comprare, dove posso, dove trovare, cerco',
  ],
]);

/** Questions about a place, such as `opening hours`. They are removed at the end of a text. */
const ENDINGS = new Phrases([
  [
    true,
    'opening hours, opening times, telephone, telephone number, phone, phone number, contact, reviews, directions, address, website, menu, prices, near, near by, please, ' +
      'telefone, número de telefone, contato, endereço, horário, horário de funcionamento, avaliações, como chegar, cardápio, preços, por favor, ' +
      'åbningstider, telefonnummer, telefon, adresse, anmeldelser, kontakt, menukort, priser, ' +
      'horario, teléfono, dirección, opiniones, Öffnungszeiten, Telefonnummer, Bewertungen, horaires, téléphone, orari, indirizzo, recensioni',
  ],
]);

const ARTICLES = new Set(
  'a an the some any o os as um uma en et den det el la los las un una ein eine le les'.split(' '),
);

/** A text without the words of a question. */
export interface AskedText {
  readonly tokens: readonly Token[];
  /** The words that were removed. */
  readonly question: readonly string[];
  /** Whether the text began with a question. */
  readonly isQuestion: boolean;
  /** With one of the two, the text without the ending first, if the text has a question at its beginning and at its end: `all seasons phone number`. */
  readonly withOnePart?: readonly AskedText[];
}

/**
 * Removes the words of a question: `where can i buy shoes` asks for shoes, `blume opening hours` for Blume. A text that is only a question
 * stays. What is removed may still be a part of a name: `All Saints`, `The Address`.
 *
 * @param phraseEnd the position after a phrase that starts at a word: a question never splits it
 */
export function withoutQuestion(
  tokens: readonly Token[],
  phraseEnd: (keys: readonly string[], at: number) => number,
): AskedText {
  const keys = keysOf(tokens);
  const splitsPhrase = (at: number): boolean => keys.slice(0, at).some((_, from) => phraseEnd(keys, from) > at);
  const end = QUESTIONS.longestMatchAt(keys, 0)?.end ?? 0;
  let rest = end;
  while (end > 0 && rest < tokens.length - 1 && ARTICLES.has(keys[rest] ?? '')) rest += 1;
  const start = rest >= tokens.length || splitsPhrase(rest) ? 0 : rest;
  const ending = startOfEnding(keys, start);
  const hasEnding = ending < tokens.length && !splitsPhrase(ending);
  const kept = withoutPrice(hasEnding ? tokens.slice(start, ending) : tokens.slice(start));
  const removed = (from: number): string[] =>
    tokens.slice(from).flatMap((token) => (kept.includes(token) ? [] : [token.text]));
  const beginning = tokens.slice(0, start);
  const withOnePart = [
    { tokens: [...beginning, ...kept], question: removed(start), isQuestion: false },
    { tokens: tokens.slice(start), question: beginning.map(({ text }) => text), isQuestion: true },
  ];
  return {
    ...{ tokens: kept, question: removed(0), isQuestion: start > 0 },
    ...(start > 0 && removed(start).length > 0 && { withOnePart }),
  };
}

/** Removes the first price: `pizza under 10 dollars`. A text that is only a price stays. */
function withoutPrice(tokens: readonly Token[]): readonly Token[] {
  const keys = keysOf(tokens);
  for (const from of keys.keys()) {
    const end = afterPrice(keys, from);
    if (end !== undefined && end - from < keys.length) return without(tokens, from, end);
  }
  return tokens;
}

/** The position of the question with which a text ends: 1 in `blume opening hours`. The length of a text without one. */
function startOfEnding(keys: readonly string[], start: number): number {
  for (let from = start + 1; from < keys.length; from += 1)
    if (ENDINGS.longestMatchAt(keys, from)?.end === keys.length) return from;
  return keys.length;
}

/** Phrases for activities, and the kind of place for each. */
export const ACTIVITIES = new Phrases([
  [
    'restaurant',
    'where to eat, where can i eat, where can we eat, somewhere to eat, place to eat, places to eat, something to eat, eat out, eating out, cheap eats, good eats, bite to eat, quick bite, grab a bite, a meal, dinner, lunch, where to have lunch, where to have dinner, ' +
      'onde comer, onde almoçar, onde jantar, lugar para comer, lugares para comer, lugar para almoçar, lugar para jantar, almoço, jantar, ' +
      'hvor kan man spise, hvor kan jeg spise, spisested, spisesteder, steder at spise, middag, frokost, ' +
      'dónde comer, lugar para comer, cenar, almorzar, essen gehen, wo kann man essen, où manger, dove mangiare, 食事, 맛집, 餐廳, 餐馆, где поесть, مكان للأكل',
  ],
  [
    'cafe',
    'where to have breakfast, breakfast, brunch, café da manhã, morgenmad, desayuno, frühstück, petit déjeuner, завтрак',
  ],
  [
    'hotel',
    'where to stay, where can i stay, somewhere to stay, place to stay, places to stay, where to sleep, where can i sleep, somewhere to sleep, place to sleep, places to sleep, accommodation, lodging, ' +
      'onde ficar, onde dormir, hospedagem, lugar para ficar, lugar para dormir, hvor kan man bo, overnatning, overnatningssteder, steder at bo, ' +
      'dónde dormir, alojamiento, Unterkunft, übernachten, hébergement, où dormir, alloggio, dove dormire, 宿泊, 住宿, 숙박',
  ],
  [
    'bar',
    'where to drink, where to have a drink, place to drink, places to drink, onde beber, drinks, nightlife, vida noturna, natteliv',
  ],
  [
    'things to do',
    'places to visit, places to see, places to go, what to see, what to do, where to go, things to see, must see, tourist spots, lugares para visitar, o que ver, o que visitar, onde passear, hvad kan man lave, ting at lave, ting at se, qué ver, qué hacer, que faire, sehenswertes, 観光, 観光地',
  ],
  [
    'parking',
    'where to park, where can i park, park my car, onde estacionar, hvor kan jeg parkere, wo kann ich parken',
  ],
  [
    'car repair',
    'fix my car, fix car, repair my car, get my car fixed, car broke down, consertar carro, consertar o carro, consertar meu carro, arrumar o carro, arrumar meu carro, conserto de carro, ' +
      'reparere bil, reparere min bil, auto reparieren, reparar coche, réparer ma voiture',
  ],
  ['car wash', 'wash my car, lavar o carro, lavar carro, lavar meu carro, vaske bil, vaske min bil'],
  [
    'car rental',
    'rent a car, hire a car, alugar carro, alugar um carro, leje bil, leje en bil, auto mieten, alquilar coche, louer une voiture',
  ],
  ['tire shop', 'flat tyre, flat tire, new tyres, new tires, pneu furado, trocar pneu, punktering'],
  [
    'dentist',
    'toothache, tooth ache, dor de dente, dor de dentes, tandpine, Zahnschmerzen, dolor de muelas, mal aux dents, 歯痛, 歯が痛い, درد دندان, ألم الأسنان',
  ],
  [
    'hairdresser',
    'get a haircut, cut my hair, get my hair cut, hair cut, cortar cabelo, cortar o cabelo, cortar meu cabelo, corte de cabelo, klippe hår, hårklip, blive klippet, få klippet hår, klippet hår, klippet håret, Haare schneiden, cortarse el pelo, 散髪',
  ],
  ['locksmith', 'locked out, lost my keys, lost keys, perdi a chave, fazer cópia de chave, låst ude'],
  ['plumber', 'blocked drain, blocked toilet, burst pipe, leaking tap, cano estourado, stoppet afløb'],
  ['doctor', 'see a doctor, medical help, ver um médico, se en læge'],
  ['veterinarian', 'sick dog, sick cat, syg hund, syg kat'],
  [
    'atm',
    'get cash, get cash out, withdraw money, withdraw cash, sacar dinheiro, hæve penge, Geld abheben, sacar dinero, retirer de l’argent',
  ],
  ['bureau de change', 'change money, exchange money, trocar dinheiro, veksle penge, cambiar dinero'],
  [
    'post office',
    'post a letter, send a letter, send a parcel, mandar uma carta, enviar uma encomenda, sende en pakke, sende pakke, sende brev',
  ],
  ['optician', 'eye test, new glasses, exame de vista, synsprøve'],
  ['laundry', 'wash clothes, wash my clothes, lavar roupa, lavar minha roupa, vaske tøj'],
  ['gas station', 'fill up my car, abastecer o carro, tanke bil'],
  [
    'cinema',
    'watch a movie, see a movie, see a film, watch a film, assistir filme, assistir um filme, ver um filme, se en film, ver una película',
  ],
  ['gym', 'work out, workout, malhar'],
  [
    'swimming pool',
    'swim, swimming, go swimming, go for a swim, learn to swim, nadar, natação, svømme, schwimmen, nager, nuotare',
  ],
  [
    'charging station',
    'charge my car, charge my electric car, charge an electric car, charge my ev, electric car charging, carregar carro elétrico, carregar o carro, oplade elbil, oplade min bil, Elektroauto laden',
  ],
  [
    'print shop',
    'print documents, print a document, print something, printing documents, photocopy, photocopies, make copies, imprimir, imprimir documentos, tirar xerox, fotocópia, printe, Kopien machen',
  ],
  [
    'bicycle shop',
    'fix my bicycle, flat bike tyre, consertar bicicleta, consertar a bicicleta, consertar minha bicicleta, arrumar a bicicleta, reparere cykel, Fahrrad reparieren, reparar bicicleta, réparer un vélo, réparer mon vélo',
  ],
  [
    'bicycle rental',
    'alugar bicicleta, alugar uma bicicleta, leje cykel, leje en cykel, Fahrrad mieten, alquilar bicicleta, louer un vélo',
  ],
  [
    'mobile phone store',
    'broken phone, cracked screen, consertar celular, consertar o celular, consertar meu celular, reparere mobil, Handy reparieren, reparar móvil',
  ],
  ['dance school', 'learn to dance, learn dancing, aprender a dançar, lære at danse'],
  [
    'driving school',
    'learn to drive, learn driving, driving lessons, aprender a dirigir, tirar carteira, tage kørekort, Führerschein machen',
  ],
  [
    'language school',
    'learn english, learn spanish, learn french, learn a language, aprender inglês, aprender um idioma',
  ],
  [
    'music school',
    'learn guitar, learn piano, guitar lessons, piano lessons, singing lessons, aula de violão, aulas de piano',
  ],
]);

/** English phrases for needs. With the thing that follows, each of these endings may be the name of a kind: `fix my watch` is `watch repair`. */
export const NEEDS = new Phrases<readonly string[]>([
  [['repair'], 'fix, repair, mend'],
  [['rental', 'hire'], 'rent, hire'],
]);

/** Words between the verb and the thing. */
export const DETERMINERS: ReadonlySet<string> = new Set('a an the my our some'.split(' '));

/** Products, and the kind of shop that sells them. Names have these words too, so they count only in a question, or alone with an area. */
export const PRODUCTS = new Phrases([
  ['restaurant', 'food, comida, mad, Essen'],
  ['bakery', 'bread, pão, pães, brød, rundstykker, Brot, Brötchen, パン, 빵, 面包, хлеб, خبز, نان'],
  ['shoe shop', 'shoe, sapato, sapatos, tênis, Schuhe, zapatos, chaussures, scarpe, 靴, 신발, 鞋, обувь, أحذية, کفش'],
  [
    'pharmacy',
    'medicine, medicines, remédio, remédios, medicamentos, medicin, Medikamente, médicaments, 薬, 药, лекарства, دواء, أدوية, دارو',
  ],
  [
    'clothing store',
    'clothes, dress, dresses, roupa, roupas, vestido, tøj, kjole, Kleidung, ropa, vêtements, 服, 洋服, 衣服, одежда, ملابس, لباس',
  ],
  ['supermarket', 'milk, eggs, leite, ovos, mælk, æg, dagligvarer, Lebensmittel, 食料品, بقالة'],
  ['greengrocer', 'fruit, fruits, vegetables, frutas, legumes, verduras, frugt, grøntsager, Obst, Gemüse, 野菜, 果物'],
  ['butcher', 'meat, carne, kød, Fleisch, viande, 肉, لحم, گوشت'],
  ['seafood shop', 'fish, fresh fish, peixe, peixes, fisk, frisk fisk, Fisch, pescado, poisson, 魚, سمك, ماهی'],
  ['pastry shop', 'cake, cakes, birthday cake, bolo, bolos, kage, kager, Kuchen, gâteau, ケーキ'],
  ['bookstore', 'book, books, livro, livros, bøger, Bücher, libros, livres, libri, 本, 책, 书, книги, كتب, کتاب'],
  ['florist', 'flower, flowers, flor, flores, blomst, blomster, Blumen, fleurs, fiori, 花, 꽃, цветы, ورود, زهور, گل'],
  ['optician', 'glasses, eyeglasses, sunglasses, óculos, briller, Brille, gafas, lunettes, 眼鏡, メガネ, نظارات, عینک'],
  [
    'bicycle shop',
    'bike, bikes, bicycle, bicycles, bicicleta, bicicletas, cykel, cykler, Fahrrad, vélo, 自転車, دراجة, دوچرخه',
  ],
  ['computer store', 'computer, computers, laptop, laptops, computador, notebook, パソコン'],
  [
    'mobile phone store',
    'phone, phones, mobile phone, cell phone, sim card, celular, celulares, mobiltelefon, Handy, 携帯電話, هاتف, موبایل',
  ],
  ['liquor store', 'beer, wine, alcohol, spirits, cerveja, vinho, øl, Bier, Wein, cerveza, お酒'],
  [
    'furniture store',
    'furniture, sofa, sofas, bed, beds, mattress, mattresses, colchão, colchões, madras, Matratze, móveis, sofá, møbler, Möbel, muebles, meubles, 家具, أثاث, مبل',
  ],
  [
    'hardware store',
    'tools, screws, nails, ferramentas, parafusos, tinta, værktøj, skruer, maling, Werkzeug, herramientas, 工具',
  ],
  ['jewelry store', 'rings, necklace, joia, joias, smykker, Schmuck, joyas, bijoux, 指輪, مجوهرات'],
  ['post office', 'stamp, stamps, selo, selos, frimærke, frimærker, Briefmarken, sellos, timbres, 切手'],
  ['toy shop', 'toy, toys, brinquedo, brinquedos, legetøj, Spielzeug, juguetes, jouets, おもちゃ, ألعاب'],
  ['garden center', 'plants, plant, plantas, planter, Pflanzen, plantes, 植物'],
  ['pet store', 'pet food, pet supplies, dog food, cat food, ração, hundefoder, kattefoder'],
  ['musical instrument store', 'guitar, guitars, violão, guitarra, klaver, ギター'],
  ['stationery store', 'pens, pencils, notebooks, cadernos, canetas, kuglepenne, 文房具'],
  ['gas station', 'petrol, gasoline, diesel, gasolina, benzin, Benzin, essence, ガソリン'],
  ['locksmith', 'keys cut, key copy, cópia de chave'],
]);

/** Products that ask for their kind also as the only word, or with praise. Not `mad` and `Essen`, which are a word of names and a city. */
export const ASKED_ALONE: ReadonlySet<string> = new Set(['food', 'comida']);

/** Praise that makes a name of them: Good Food, Fine Food. */
export const NAMES_FOOD: ReadonlySet<string> = new Set(['good', 'fine']);

/** What a place offers. Most places lack these data, so these words are left out first. */
const ATTRIBUTES = new Phrases([
  [
    true,
    'vegan, vegetarian, veggie, halal, kosher, organic, gluten free, glutenfree, dairy free, lactose free, raw food, healthy, wifi, free wifi, wi fi, outdoor seating, terrace, rooftop, with a view, view, ' +
      'dog friendly, pet friendly, dogs allowed, pets allowed, kid friendly, child friendly, family friendly, kids, family, wheelchair accessible, wheelchair, accessible, takeaway, take away, take out, takeout, delivery, ' +
      'drive through, drive thru, drive in, with parking, free parking, live music, romantic, cosy, cozy, quiet, luxury, modern, traditional, authentic, independent, emergency, ' +
      'vegano, vegana, veganos, veganas, vegetariano, vegetariana, vegetarianos, orgânico, orgânica, sem glúten, sem lactose, com wifi, ao ar livre, terraço, acessível, entrega, delivery, para viagem, com estacionamento, música ao vivo, romântico, romântica, de luxo, emergência, familiar, ' +
      'vegansk, vegetarisk, økologisk, økologiske, glutenfri, glutenfrit, børnevenlig, handicapvenlig, kørestol, udendørs servering, hyggelig, hyggeligt, med parkering, levende musik, take away, ' +
      'vegetarisch, vegane, veganes, vegetarische, bio, glutenfrei, barrierefrei, mit terrasse, végétarien, végétalien, bio, sans gluten, ecológico, sin gluten, con terraza, biologico, senza glutine, ' +
      'веганский, вегетарианский, халяль, حلال, ベジタリアン, ヴィーガン, ハラール',
  ],
]);

/** The words of a text that name what places offer. */
export function attributesIn(words: readonly string[]): string[] {
  const keys = words.map(foldedPhrase);
  const found = new Set<number>();
  for (let at = 0; at < keys.length;) {
    const end = ATTRIBUTES.longestMatchAt(keys, at)?.end ?? at;
    for (let position = at; position < end; position += 1) found.add(position);
    at = Math.max(end, at + 1);
  }
  return words.filter((_, position) => found.has(position));
}
