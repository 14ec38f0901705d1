import { Random } from '../../test/support/random.js';
import { type NamedPlace } from './places.js';

const PER_BUSINESS = 250;

/** Name, state, position, districts and streets. */
const CITIES = table(`
São Paulo | SP | -23.55 | -46.63 | Pinheiros, Vila Madalena, Moema, Tatuapé, Santana, Liberdade, Bela Vista, Lapa, Itaim Bibi | Rua Augusta, Avenida Paulista, Rua Teodoro Sampaio, Rua da Consolação, Rua Tuiuti, Avenida Ibirapuera
Rio de Janeiro | RJ | -22.91 | -43.2 | Copacabana, Ipanema, Tijuca, Botafogo, Leblon, Centro | Rua Barata Ribeiro, Rua Voluntários da Pátria, Rua Conde de Bonfim, Avenida Rio Branco
Belo Horizonte | MG | -19.92 | -43.94 | Savassi, Lourdes, Pampulha, Centro | Rua da Bahia, Avenida Afonso Pena, Rua Pernambuco
Curitiba | PR | -25.43 | -49.27 | Batel, Água Verde, Centro | Rua XV de Novembro, Avenida Sete de Setembro
Campinas | SP | -22.91 | -47.06 | Cambuí, Barão Geraldo, Centro | Rua Coronel Quirino, Avenida Francisco Glicério`).map(
  ([name = '', state = '', lat, lng, districts = '', streets = '']) => ({
    ...{ name, state, lat: Number(lat), lng: Number(lng) },
    ...{ districts: districts.split(', '), streets: streets.split(', ') },
  }),
);

const SURNAMES =
  'Almeida, Barbosa, Carvalho, Duarte, Esteves, Fonseca, Guimarães, Leão, Machado, Nogueira, Oliveira, Pacheco, Queiroz, Ramalho, Simões, Tavares, Vasconcelos, Xavier, São Jorge, Santa Rita'.split(
    ', ',
  );

/** Category, subcategory, and how such businesses are named. */
const BUSINESSES = table(`
Saúde | Farmácia | Drogasil, Droga Raia {district}, Farmácia {surname}, Drogaria {surname}, Drogaria 24 Horas {district}
Saúde | Hospital | Hospital {surname}, Hospital Municipal de {city}, Pronto Socorro {district}, Santa Casa de {city}
Saúde | Dentista | Odonto {surname}, Clínica Odontológica {district}, Sorriso {surname}
Saúde | Clínica Veterinária | Clínica Veterinária {surname}, Pet {surname}, Hospital Veterinário {district}
Cafés e Padarias | Padaria | Padaria {surname}, Panificadora {district}, Pães e Doces {surname}, Padaria do Metrô
Cafés e Padarias | Cafeteria | Café {surname}, Cafeteria {district}, Grão {surname}, Starbucks
Cafés e Padarias | Sorveteria | Sorveteria {surname}, Gelato {surname}, Açaí {district}
Restaurantes | Pizzaria | Pizzaria {surname}, Pizza {district}, Forno {surname}, Cantina e Pizzaria {surname}
Restaurantes | Churrascaria | Churrascaria {surname}, Rodízio {district}, Fogo de {surname}
Restaurantes | Japonês | Sushi {surname}, Temakeria {district}, Restaurante Japonês {surname}, Yoi {surname}
Restaurantes | Lanchonete | McDonald's, Lanches {surname}, Burger {surname}, Lanchonete {district}
Bares e Botecos | Boteco | Bar do {surname}, Boteco {surname}, Boteco {district}, Bar Estação do Metrô
Mercados | Supermercado | Supermercado {surname}, Pão de Açúcar, Carrefour {district}, Mercadinho {surname}
Mercados | Açougue | Açougue {surname}, Casa de Carnes {surname}, Boi {district}
Hotéis | Hotel | Hotel {surname}, Ibis {city}, Hotel {district}, {surname} Palace
Hotéis | Pousada | Pousada {surname}, Pousada da Praia {district}, Recanto {surname}
Serviços | Banco | Banco do Brasil, Itaú, Bradesco {district}, Caixa Econômica Federal
Serviços | Correios | Correios {district}, Agência dos Correios
Serviços | Salão de Beleza | Salão {surname}, Cabeleireiros {surname}, Barbearia {surname}, Studio {district}
Serviços | Lavanderia | Lavanderia {surname}, 5àsec {district}, Lava e Seca {surname}
Serviços | Academia | Academia {surname}, Smart Fit {district}, Espaço Fitness {surname}
Automóveis | Posto de Gasolina | Posto {surname}, Posto Ipiranga, Auto Posto {district}, Petrobras {surname}
Automóveis | Oficina Mecânica | Oficina {surname}, Auto Center {district}, Mecânica {surname}
Automóveis | Estacionamento | Estapar {district}, Estacionamento {surname}, Park {surname}
Educação | Escola | Escola Estadual {surname}, Colégio {surname}, Escola Municipal {district}
Educação | Universidade | Universidade Federal de {city}, Faculdade {surname}, Instituto {surname}
Livrarias e Bibliotecas | Livraria | Livraria {surname}, Papelaria e Livraria {district}, Sebo {surname}
Transporte | Estação de Metrô | Estação {district}, Metrô {district}, Estação {surname}`).map(
  ([category = '', subcategory = '', names = '']) => ({ category, subcategory, names: names.split(', ') }),
);

function table(text: string): string[][] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.split(' | '));
}

/**
 * Invented places of five Brazilian cities, because no free data of them is at hand: the demonstration data has no pharmacy,
 * hospital or supermarket. They are for questions about kinds of places; their names are not real.
 */
export function brazilianPlaces(): NamedPlace[] {
  const random = new Random(1);
  return BUSINESSES.flatMap((business, at) =>
    Array.from({ length: PER_BUSINESS }, (_, number) => invent(`br-${at}-${number}`, business, random)),
  );
}

function invent(id: string, { category, subcategory, names }: (typeof BUSINESSES)[number], random: Random) {
  const city = random.pick(CITIES);
  const district = random.pick(city.districts);
  const name = random
    .pick(names)
    .replace('{district}', district)
    .replace('{surname}', random.pick(SURNAMES))
    .replace('{city}', city.name);
  return {
    id,
    name,
    address: {
      ...{ country: 'BR', state: city.state, city: city.name, district, street: random.pick(city.streets) },
      number: String(random.between(1, 2999)),
    },
    location: shifted(city, random),
    categories: [
      {
        ...{ id: idOf(category), name: category },
        subcategory: { id: idOf(`${category} ${subcategory}`), name: subcategory },
      },
    ],
    statistics: { pageviews: String(Math.floor(10 ** (1 + 3 * random.next()))) },
  };
}

function idOf(name: string): string {
  const letters = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return `br-${letters.replace(/[^a-z]+/gu, '-')}`;
}

/** A point within some five kilometres of the centre. */
function shifted({ lat, lng }: (typeof CITIES)[number], random: Random): { lat: string; lng: string } {
  const shift = (): number => (random.next() - 0.5) / 10;
  return { lat: (lat + shift()).toFixed(6), lng: (lng + shift()).toFixed(6) };
}
