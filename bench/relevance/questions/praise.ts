import { KINDS } from './kinds-english.js';
import { type Kind, question, type Question } from './question.js';

const pizza: Kind = { name: /pizz/i };
const hotel: Kind = { category: /hotels|resort|bed & breakfast/i, name: /hotel|motel|\binn\b|resort/i };

/** What people call good or cheap, and names with such words. */
export const ENGLISH_PRAISE: readonly Question[] = [
  question('best pizza in providence', pizza, { city: 'Providence' }),
  question('best pizza', pizza),
  question('the best coffee in newport', KINDS.coffee, { city: 'Newport' }),
  question('good coffee', KINDS.coffee),
  question('cheap hotels warwick', hotel, { city: 'Warwick' }),
  question('good bakery', { category: /bakery/i, name: /baker|pastr/i }),
  question('nice hotel newport', hotel, { city: 'Newport' }),
  question('great donuts', KINDS.donuts),
  question('best bar in providence', KINDS.bar, { city: 'Providence' }),
  question('cheap jewelry', { category: /jewelry/i, name: /jewel/i }),
  question('best taxi', { category: /taxi/i, name: /taxi|\bcab\b/i }),
  question('best florist in cranston', { category: /florist/i, name: /florist|flower/i }, { city: 'Cranston' }),
  question('best western', { name: /best western/i }),
  question('best buy', { name: /best buy/i }),
  question('top hat diner', { name: /top hat/i }),
];

const restaurant: Kind = { category: /^restaurantes/i };

export const PORTUGUESE_PRAISE: readonly Question[] = [
  question('melhor pizza em belo horizonte', { category: /pizzaria/i, name: /pizz/i }, { city: 'Belo Horizonte' }),
  question('restaurante barato em copacabana', restaurant, { district: 'Copacabana' }),
  question('boa padaria', { category: /> padaria/i }),
  question('melhores restaurantes de campinas', restaurant, { city: 'Campinas' }),
  question('hotel bom e barato', { category: /^hotéis/i, name: /hotel|pousada/i }),
  question('melhor hospital tatuapé', { category: /> hospital/i, name: /hospital/i }, { district: 'Tatuapé' }),
];
