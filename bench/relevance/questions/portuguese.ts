import { type Kind, type Question, question } from './question.js';

const pharmacy: Kind = { category: /farmácia/i };
const hospital: Kind = { category: /> hospital/i };
const bakery: Kind = { category: /> padaria/i };
const coffee: Kind = { category: /cafeteria/i };
const iceCream: Kind = { category: /sorveteria/i };
const pizza: Kind = { category: /pizzaria/i, name: /pizz/i };
const steakHouse: Kind = { category: /churrascaria/i };
const japanese: Kind = { category: /japonês/i };
const snackBar: Kind = { category: /lanchonete/i };
const bar: Kind = { category: /^bares/i };
const supermarket: Kind = { category: /supermercado/i };
const hotel: Kind = { category: /^hotéis/i };
const guestHouse: Kind = { category: /pousada/i };
const museum: Kind = { category: /^museus/i };
const theatre: Kind = { category: /^teatros/i };
const church: Kind = { category: /^igrejas/i };
const beach: Kind = { category: /^praias/i };
const books: Kind = { category: /livraria/i };
const petrol: Kind = { category: /posto de gasolina/i };
const hairdresser: Kind = { category: /salão de beleza/i };
const gym: Kind = { category: /academia/i };
const metro: Kind = { category: /metrô/i };
const school: Kind = { category: /> escola/i };

const saoPaulo = { city: 'São Paulo' };
const rio = { city: 'Rio de Janeiro' };

/** What people type in Portuguese, over the demonstration data and invented places of Brazil. */
export const PORTUGUESE: readonly Question[] = [
  question('farmácia', pharmacy),
  question('farmácias', pharmacy),
  question('farmacia 24 horas', pharmacy),
  question('farmácia 24h pinheiros', pharmacy, { district: 'Pinheiros' }),
  question('drogasil rua barata ribeiro', { name: /drogasil/i }, { street: 'Rua Barata Ribeiro' }),
  question('droga raia moema', { name: /droga raia/i }, { district: 'Moema' }),
  question('hospital', hospital),
  question('hospitais', hospital),
  question('hospital perto de mim', hospital),
  question('pronto socorro curitiba', hospital, { city: 'Curitiba' }),
  question('dentista tijuca', { category: /dentista/i }, { district: 'Tijuca' }),
  question('veterinário', { category: /veterinária/i }),
  question('padaria perto do metrô', bakery),
  question('padarias em santana', bakery, { district: 'Santana' }),
  question('padaria aberta agora', bakery),
  question('café na vila madalena', coffee, { district: 'Vila Madalena' }),
  question('cafeterias', coffee),
  question('sorvete copacabana', iceCream, { district: 'Copacabana' }),
  question('sorveterias', iceCream),
  question('pizzaria tatuapé', pizza, { district: 'Tatuapé' }),
  question('pizzarias em são paulo', pizza, saoPaulo),
  question('melhor pizza do rio de janeiro', pizza, rio),
  question('churrascarias', steakHouse),
  question('churrascaria belo horizonte', steakHouse, { city: 'Belo Horizonte' }),
  question('comida japonesa liberdade', japanese, { district: 'Liberdade' }),
  question('restaurante japones', japanese),
  question('restaurantes baratos na lapa', { category: /^restaurantes/i }, { district: 'Lapa' }),
  question('lanchonete centro campinas', snackBar, { city: 'Campinas', district: 'Centro' }),
  question('mcdonalds paulista', { name: /mcdonald/i }, { street: 'Avenida Paulista' }),
  question('starbucks rua augusta', { name: /starbucks/i }, { street: 'Rua Augusta' }),
  question('bares em ipanema', bar, { district: 'Ipanema' }),
  question('boteco savassi', bar, { district: 'Savassi' }),
  question('supermercado', supermarket),
  question('supermercados em campinas', supermarket, { city: 'Campinas' }),
  question('pao de acucar itaim', { name: /pão de açúcar/i }, { district: 'Itaim Bibi' }),
  question('açougue', { category: /açougue/i }),
  question('hotel em curitiba', hotel, { city: 'Curitiba' }),
  question('hotéis copacabana', hotel, { district: 'Copacabana' }),
  question('pousadas baratas', guestHouse),
  question('museus', museum),
  question('museu de arte são paulo', museum, saoPaulo),
  question('teatros no rio', theatre, rio),
  question('igrejas em ouro preto', church, { city: 'Ouro Preto' }),
  question('praias', beach),
  question('banco do brasil botafogo', { name: /banco do brasil/i }, { district: 'Botafogo' }),
  question('caixa eletrônico perto de mim', { category: /banco/i }),
  question('correios batel', { category: /correios/i }, { district: 'Batel' }),
  question('cabeleireiro moema', hairdresser, { district: 'Moema' }),
  question('lavanderias', { category: /lavanderia/i }),
  question('academia smart fit leblon', { name: /smart fit/i }, { district: 'Leblon' }),
  question('academias', gym),
  question('posto de gasolina', petrol),
  question('postos de gasolina tijuca', petrol, { district: 'Tijuca' }),
  question('oficina mecânica água verde', { category: /oficina/i }, { district: 'Água Verde' }),
  question('estacionamento avenida paulista', { category: /estacionamento/i }, { street: 'Avenida Paulista' }),
  question('escolas estaduais', school),
  question('faculdade em belo horizonte', { category: /universidade/i }, { city: 'Belo Horizonte' }),
  question('livraria pinheiros', books, { district: 'Pinheiros' }),
  question('livrarias', books),
  question('estação de metrô santana', metro, { district: 'Santana' }),
];
