import { type Kind, type Question, question } from './question.js';

const coffee: Kind = { category: /coffee|cafe|tea room/i, name: /coffee|caf[eé]|espresso|starbucks|dunkin/i };
const pizza: Kind = { name: /pizz/i };
const hospital: Kind = { name: /hospital|medical center/i };
const pharmacy: Kind = { category: /pharmacy/i, name: /pharmac|drug|\bcvs\b|walgreen|rite aid/i };
const hotel: Kind = { category: /hotels|resort|bed & breakfast/i, name: /hotel|motel|\binn\b|resort/i };
const guestHouse: Kind = {
  category: /bed & breakfast/i,
  name: /bed (&|and|n) breakfast|b ?& ?b|guest ?house|\binn\b/i,
};
const restaurant: Kind = { category: /^restaurant/i };
const bar: Kind = { category: /^bars & pubs/i, name: /\b(bar|pub|tavern|saloon)\b/i };
const fuel: Kind = { category: /gas station/i, name: /\b(gas|fuel|shell|mobil|sunoco|getty|citgo|exxon|gulf)\b/i };
const postOffice: Kind = { category: /post office/i, name: /post office/i };
const library: Kind = { category: /library/i, name: /\blibrar/i };
const books: Kind = { category: /books/i, name: /\bbook/i };
const florist: Kind = { category: /florist/i, name: /florist|flower/i };
const cinema: Kind = { category: /movie theater|drive-in/i, name: /cinema|showcase/i };
const church: Kind = { category: /church/i, name: /church|chapel|cathedral|parish/i };
const highSchool: Kind = { name: /high school|\bhs\b|senior high/i };
const college: Kind = { category: /college|university/i, name: /college|university/i };
const museum: Kind = { category: /museum/i, name: /museum/i };
const bakery: Kind = { category: /bakery/i, name: /baker|pastr/i };
const carDealer: Kind = { category: /automobile sales/i, name: /(car|auto) sales|motors/i };
const grocery: Kind = { category: /groceries/i, name: /supermarket|grocer|food (mart|store)|market/i };
const liquor: Kind = { category: /liquor/i, name: /liquor|wine|spirits|package store/i };
const donuts: Kind = { category: /donut/i, name: /do(ugh)?nut/i };
const marina: Kind = { category: /marina/i, name: /marina|yacht/i };
const shoes: Kind = { category: /shoes/i, name: /\bshoe|footwear/i };

/** What people type in English, over the places of Rhode Island. */
export const ENGLISH: readonly Question[] = [
  question('coffee near providence', coffee, { city: 'Providence' }),
  question('coffee shops', coffee),
  question('starbucks thayer st', { name: /starbucks/i }, { street: 'Thayer St' }),
  question('dunkin donuts post rd warwick', { name: /dunkin/i }, { city: 'Warwick', street: 'Post Rd' }),
  question('donut shop coventry', donuts, { city: 'Coventry' }),
  question('pizza newport', pizza, { city: 'Newport' }),
  question('best pizza in cranston', pizza, { city: 'Cranston' }),
  question('pizza delivery near me', pizza),
  question('hospitals', hospital),
  question('hospital', hospital),
  question('24h pharmacy', pharmacy),
  question('pharmacies', pharmacy),
  question('drug store warwick', pharmacy, { city: 'Warwick' }),
  question('cvs hope st', { name: /\bcvs\b/i }, { street: 'Hope St' }),
  question('home depot warwick', { name: /home depot/i }, { city: 'Warwick' }),
  question('stop and shop newport', { name: /stop (&|and) shop/i }, { city: 'Newport' }),
  question('mcdonalds', { name: /mc ?donald'?s/i }),
  question('burger king pawtucket', { name: /burger king/i }, { city: 'Pawtucket' }),
  question('sushi providence', { name: /sushi|japan/i }, { city: 'Providence' }),
  question('chinese restaurant cranston', { name: /chin|wok|dragon|panda|kong/i }, { city: 'Cranston' }),
  question('italian restaurants federal hill', restaurant, { city: 'Providence' }),
  question(
    'seafood newport',
    { name: /seafood|lobster|clam|oyster|fish/i, category: /meat & fish/i },
    { city: 'Newport' },
  ),
  question('restaurants in bristol', restaurant, { city: 'Bristol' }),
  question(
    'breakfast in narragansett',
    { ...restaurant, name: /breakfast|pancake|diner|bagel/i },
    { city: 'Narragansett' },
  ),
  question(
    'ice cream narragansett',
    { category: /ice cream/i, name: /ice cream|creamery|frozen/i },
    { city: 'Narragansett' },
  ),
  question('bagels east greenwich', { category: /bagel/i, name: /bagel/i }, { city: 'East Greenwich' }),
  question('bakery pawtucket', bakery, { city: 'Pawtucket' }),
  question('bakeries', bakery),
  question('irish pub', { name: /irish|\bpub\b/i }),
  question('bars in newport', bar, { city: 'Newport' }),
  question('night club providence', { category: /nightclub/i, name: /night ?club/i }, { city: 'Providence' }),
  question('hotels in newport', hotel, { city: 'Newport' }),
  question('hotel newport', hotel, { city: 'Newport' }),
  question('cheap motel near airport', hotel),
  question('bed and breakfast block island', guestHouse, { city: 'Block Island' }),
  question('gas station near me', fuel),
  question('gas stations warwick', fuel, { city: 'Warwick' }),
  question('post office westerly', postOffice, { city: 'Westerly' }),
  question('library east providence', library, { city: 'East Providence' }),
  question('public libraries', library),
  question('bookstore providence', books, { city: 'Providence' }),
  question('book stores', books),
  question('florist cranston', florist, { city: 'Cranston' }),
  question('flower shops', florist),
  question('movie theaters', cinema),
  question('cinema warwick', cinema, { city: 'Warwick' }),
  question('golf course', { category: /golf/i, name: /golf|country club/i }),
  question('bowling alley', { category: /bowling/i, name: /\bbowl|lanes\b/i }),
  question('elementary school cumberland', { name: /elem|school/i }, { city: 'Cumberland' }),
  question('high schools', highSchool),
  question('colleges in providence', college, { city: 'Providence' }),
  question('airport', { category: /airport/i, name: /airport/i }),
  question(
    'train station providence',
    { category: /train|local transit/i, name: /amtrak|train|station/i },
    { city: 'Providence' },
  ),
  question('taxi newport', { category: /taxi/i, name: /taxi|\bcab\b/i }, { city: 'Newport' }),
  question('museums in newport', museum, { city: 'Newport' }),
  question('churches', church),
  question('police station coventry', { category: /police/i, name: /police/i }, { city: 'Coventry' }),
  question('fire department woonsocket', { category: /fire station/i, name: /\bfire\b/i }, { city: 'Woonsocket' }),
  question('gym warwick', { category: /gym/i, name: /gym|fitness|curves/i }, { city: 'Warwick' }),
  question('used cars johnston', carDealer, { city: 'Johnston' }),
  question('car dealers', carDealer),
  question('supermarket open now', grocery),
  question('grocery stores middletown', grocery, { city: 'Middletown' }),
  question('liquor store near me', liquor),
  question('shoe stores warwick', shoes, { city: 'Warwick' }),
  question('jewelry store providence', { category: /jewelry/i, name: /jewel/i }, { city: 'Providence' }),
  question('furniture', { category: /furniture/i, name: /furniture/i }),
  question('marinas', marina),
  question('pet store', { category: /pets/i, name: /\bpet/i }),
  question('beach westerly', { name: /beach/i }, { city: 'Westerly' }),
  question('dmv', { category: /motor vehicles$/i, name: /\bdmv\b|motor vehicles/i }),
  question('city hall pawtucket', { category: /city hall/i, name: /city hall/i }, { city: 'Pawtucket' }),
];
