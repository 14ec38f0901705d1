import { type Kind, type Question, question } from './question.js';

const coffee: Kind = { category: /coffee|cafe|tea room|donut/i, name: /coffee|caf[eé]|espresso|starbucks|dunkin/i };
const pizza: Kind = { name: /pizz/i };
const hotel: Kind = { category: /hotels|resort|bed & breakfast/i, name: /hotel|motel|\binn\b|resort/i };
const restaurant: Kind = { category: /^restaurant/i, name: /restaurant/i };
const bar: Kind = { category: /^bars & pubs/i, name: /\b(bar|pub|tavern|saloon)\b/i };
const library: Kind = { category: /library/i, name: /\blibrar/i };
const pharmacy: Kind = { category: /pharmacy/i, name: /pharmac|drug|\bcvs\b|walgreen|rite aid/i };
const florist: Kind = { category: /florist/i, name: /florist|flower/i };
const museum: Kind = { category: /museum/i, name: /museum/i };
const marina: Kind = { category: /marina|boat/i, name: /marina|yacht|boat/i };
const bakery: Kind = { category: /bakery/i, name: /baker|pastr/i };
const liquor: Kind = { category: /liquor/i, name: /liquor|wine|spirits|package store/i };
const school: Kind = { category: /school/i, name: /school|\bsch\b/i };
const gym: Kind = { category: /gym/i, name: /gym|fitness|curves/i };
const postOffice: Kind = { category: /post office/i, name: /post office/i };

/** What people type in English to find something somewhere. */
export const WHERE_IN_ENGLISH: readonly Question[] = [
  question('pizza near providence', pizza, { city: 'Providence' }),
  question('coffee near newport', coffee, { city: 'Newport' }),
  question('coffee in the city of warwick', coffee, { city: 'Warwick' }),
  question('restaurant near bristol', restaurant, { city: 'Bristol' }),
  question('restaurant around westerly', restaurant, { city: 'Westerly' }),
  question('a good restaurant in east greenwich', restaurant, { city: 'East Greenwich' }),
  question('where to find a pizza in woonsocket', pizza, { city: 'Woonsocket' }),
  question('motel close to middletown', hotel, { city: 'Middletown' }),
  question('hotel in newport ri', hotel, { city: 'Newport' }),
  question('inn near block island', hotel, { city: 'Block Island' }),
  question('bar in newport', bar, { city: 'Newport' }),
  question('pub near pawtucket', bar, { city: 'Pawtucket' }),
  question('library in cranston', library, { city: 'Cranston' }),
  question('pharmacy near east providence', pharmacy, { city: 'East Providence' }),
  question('cvs in north kingstown', { name: /\bcvs\b/i }, { city: 'North Kingstown' }),
  question('florist in north providence', florist, { city: 'North Providence' }),
  question('museum in newport rhode island', museum, { city: 'Newport' }),
  question('marina in portsmouth', marina, { city: 'Portsmouth' }),
  question('bakery in central falls', bakery, { city: 'Central Falls' }),
  question('liquor in johnston', liquor, { city: 'Johnston' }),
  question('elementary school in coventry', school, { city: 'Coventry' }),
  question('gym near cumberland', gym, { city: 'Cumberland' }),
  question('post office in wakefield', postOffice, { city: 'Wakefield' }),
  question('dunkin donuts in west warwick', { name: /dunkin/i }, { city: 'West Warwick' }),
  question('newport pizza', pizza, { city: 'Newport' }),
  question('providence pizza', pizza, { city: 'Providence' }),
  question('warwick florist', florist, { city: 'Warwick' }),
  question('bakery providence', bakery, { city: 'Providence' }),
  question('smithfield restaurant', restaurant, { city: 'Smithfield' }),
  question('narragansett', {}, { city: 'Narragansett' }),
];

const farmacia: Kind = { category: /farmácia/i };
const boteco: Kind = { category: /^bares/i, name: /\bbar\b|boteco/i };
const padaria: Kind = { category: /> padaria/i };
const pizzaria: Kind = { category: /pizzaria/i, name: /pizz/i };
const hospital: Kind = { category: /> hospital/i, name: /hospital/i };
const pousada: Kind = { category: /^hotéis/i };
const mercado: Kind = { category: /^mercados/i, name: /mercad/i };
const posto: Kind = { category: /posto de gasolina/i };
const banco: Kind = { category: /banco/i };
const escola: Kind = { category: /> escola/i };
const cafe: Kind = { category: /cafeteria/i, name: /café/i };
const sushi: Kind = { category: /japonês/i };

const saoPaulo = { city: 'São Paulo' };

/** What people type in Portuguese to find something somewhere. */
export const WHERE_IN_PORTUGUESE: readonly Question[] = [
  question('bar perto de moema', boteco, { district: 'Moema' }),
  question('farmácia pinheiros são paulo', farmacia, { district: 'Pinheiros' }),
  question('padaria perto da vila madalena', padaria, { district: 'Vila Madalena' }),
  question('padaria próximo a santana', padaria, { district: 'Santana' }),
  question('pizzaria em belo horizonte', pizzaria, { city: 'Belo Horizonte' }),
  question('pizza no rio de janeiro', pizzaria, { city: 'Rio de Janeiro' }),
  question('hospital no tatuapé', hospital, { district: 'Tatuapé' }),
  question('hospital no bairro da liberdade', hospital, { district: 'Liberdade' }),
  question('pousada em copacabana', pousada, { district: 'Copacabana' }),
  question('hotel perto de ipanema rio de janeiro', pousada, { district: 'Ipanema' }),
  question('mercado no centro de curitiba', mercado, { city: 'Curitiba', district: 'Centro' }),
  question('supermercado centro campinas', mercado, { city: 'Campinas', district: 'Centro' }),
  question('posto no batel', posto, { district: 'Batel' }),
  question('um posto perto de água verde', posto, { district: 'Água Verde' }),
  question('banco na savassi', banco, { district: 'Savassi' }),
  question('banco perto da pampulha', banco, { district: 'Pampulha' }),
  question('escola em barão geraldo campinas', escola, { district: 'Barão Geraldo' }),
  question('escola no leblon', escola, { district: 'Leblon' }),
  question('café em são paulo sp', cafe, saoPaulo),
  question('café nos arredores de cambuí', cafe, { district: 'Cambuí' }),
  question('sushi em botafogo', sushi, { district: 'Botafogo' }),
  question('moema bar', boteco, { district: 'Moema' }),
  question('curitiba farmácia', farmacia, { city: 'Curitiba' }),
  question('itaim bibi', {}, { district: 'Itaim Bibi' }),
];
