export interface City {
  readonly name: string;
  readonly state: string;
  readonly lat: number;
  readonly lng: number;
  readonly districts: readonly string[];
  readonly streets: readonly string[];
}

export const CITIES: readonly City[] = [
  {
    ...{ name: 'São Paulo', state: 'SP', lat: -23.55, lng: -46.63 },
    districts: [
      'Pinheiros',
      'Vila Madalena',
      'Moema',
      'Tatuapé',
      'Santana',
      'Liberdade',
      'Bela Vista',
      'Lapa',
      'Itaim Bibi',
    ],
    streets: [
      'Rua Augusta',
      'Avenida Paulista',
      'Rua Teodoro Sampaio',
      'Rua da Consolação',
      'Rua Tuiuti',
      'Avenida Ibirapuera',
    ],
  },
  {
    ...{ name: 'Rio de Janeiro', state: 'RJ', lat: -22.91, lng: -43.2 },
    districts: ['Copacabana', 'Ipanema', 'Tijuca', 'Botafogo', 'Leblon', 'Centro'],
    streets: ['Rua Barata Ribeiro', 'Rua Voluntários da Pátria', 'Rua Conde de Bonfim', 'Avenida Rio Branco'],
  },
  {
    ...{ name: 'Belo Horizonte', state: 'MG', lat: -19.92, lng: -43.94 },
    districts: ['Savassi', 'Lourdes', 'Pampulha', 'Centro'],
    streets: ['Rua da Bahia', 'Avenida Afonso Pena', 'Rua Pernambuco'],
  },
  {
    ...{ name: 'Curitiba', state: 'PR', lat: -25.43, lng: -49.27 },
    districts: ['Batel', 'Água Verde', 'Centro'],
    streets: ['Rua XV de Novembro', 'Avenida Sete de Setembro'],
  },
  {
    ...{ name: 'Campinas', state: 'SP', lat: -22.91, lng: -47.06 },
    districts: ['Cambuí', 'Barão Geraldo', 'Centro'],
    streets: ['Rua Coronel Quirino', 'Avenida Francisco Glicério'],
  },
];

export const SURNAMES: readonly string[] = [
  ...['Almeida', 'Barbosa', 'Carvalho', 'Duarte', 'Esteves', 'Fonseca', 'Guimarães', 'Leão', 'Machado', 'Nogueira'],
  ...[
    'Oliveira',
    'Pacheco',
    'Queiroz',
    'Ramalho',
    'Simões',
    'Tavares',
    'Vasconcelos',
    'Xavier',
    'São Jorge',
    'Santa Rita',
  ],
];

/** A kind of business, and how such businesses are named. */
export interface Business {
  readonly category: string;
  readonly subcategory: string;
  readonly names: readonly string[];
}

function business(category: string, subcategory: string, ...names: string[]): Business {
  return { category, subcategory, names };
}

export const BUSINESSES: readonly Business[] = [
  business(
    'Saúde',
    'Farmácia',
    'Drogasil',
    'Droga Raia {district}',
    'Farmácia {surname}',
    'Drogaria {surname}',
    'Drogaria 24 Horas {district}',
  ),
  business(
    'Saúde',
    'Hospital',
    'Hospital {surname}',
    'Hospital Municipal de {city}',
    'Pronto Socorro {district}',
    'Santa Casa de {city}',
  ),
  business('Saúde', 'Dentista', 'Odonto {surname}', 'Clínica Odontológica {district}', 'Sorriso {surname}'),
  business(
    'Saúde',
    'Clínica Veterinária',
    'Clínica Veterinária {surname}',
    'Pet {surname}',
    'Hospital Veterinário {district}',
  ),
  business(
    'Cafés e Padarias',
    'Padaria',
    'Padaria {surname}',
    'Panificadora {district}',
    'Pães e Doces {surname}',
    'Padaria do Metrô',
  ),
  business('Cafés e Padarias', 'Cafeteria', 'Café {surname}', 'Cafeteria {district}', 'Grão {surname}', 'Starbucks'),
  business('Cafés e Padarias', 'Sorveteria', 'Sorveteria {surname}', 'Gelato {surname}', 'Açaí {district}'),
  business(
    'Restaurantes',
    'Pizzaria',
    'Pizzaria {surname}',
    'Pizza {district}',
    'Forno {surname}',
    'Cantina e Pizzaria {surname}',
  ),
  business('Restaurantes', 'Churrascaria', 'Churrascaria {surname}', 'Rodízio {district}', 'Fogo de {surname}'),
  business(
    'Restaurantes',
    'Japonês',
    'Sushi {surname}',
    'Temakeria {district}',
    'Restaurante Japonês {surname}',
    'Yoi {surname}',
  ),
  business(
    'Restaurantes',
    'Lanchonete',
    "McDonald's",
    'Lanches {surname}',
    'Burger {surname}',
    'Lanchonete {district}',
  ),
  business(
    'Bares e Botecos',
    'Boteco',
    'Bar do {surname}',
    'Boteco {surname}',
    'Boteco {district}',
    'Bar Estação do Metrô',
  ),
  business(
    'Mercados',
    'Supermercado',
    'Supermercado {surname}',
    'Pão de Açúcar',
    'Carrefour {district}',
    'Mercadinho {surname}',
  ),
  business('Mercados', 'Açougue', 'Açougue {surname}', 'Casa de Carnes {surname}', 'Boi {district}'),
  business('Hotéis', 'Hotel', 'Hotel {surname}', 'Ibis {city}', 'Hotel {district}', '{surname} Palace'),
  business('Hotéis', 'Pousada', 'Pousada {surname}', 'Pousada da Praia {district}', 'Recanto {surname}'),
  business('Serviços', 'Banco', 'Banco do Brasil', 'Itaú', 'Bradesco {district}', 'Caixa Econômica Federal'),
  business('Serviços', 'Correios', 'Correios {district}', 'Agência dos Correios'),
  business(
    'Serviços',
    'Salão de Beleza',
    'Salão {surname}',
    'Cabeleireiros {surname}',
    'Barbearia {surname}',
    'Studio {district}',
  ),
  business('Serviços', 'Lavanderia', 'Lavanderia {surname}', '5àsec {district}', 'Lava e Seca {surname}'),
  business('Serviços', 'Academia', 'Academia {surname}', 'Smart Fit {district}', 'Espaço Fitness {surname}'),
  business(
    'Automóveis',
    'Posto de Gasolina',
    'Posto {surname}',
    'Posto Ipiranga',
    'Auto Posto {district}',
    'Petrobras {surname}',
  ),
  business('Automóveis', 'Oficina Mecânica', 'Oficina {surname}', 'Auto Center {district}', 'Mecânica {surname}'),
  business('Automóveis', 'Estacionamento', 'Estapar {district}', 'Estacionamento {surname}', 'Park {surname}'),
  business('Educação', 'Escola', 'Escola Estadual {surname}', 'Colégio {surname}', 'Escola Municipal {district}'),
  business('Educação', 'Universidade', 'Universidade Federal de {city}', 'Faculdade {surname}', 'Instituto {surname}'),
  business(
    'Livrarias e Bibliotecas',
    'Livraria',
    'Livraria {surname}',
    'Papelaria e Livraria {district}',
    'Sebo {surname}',
  ),
  business('Transporte', 'Estação de Metrô', 'Estação {district}', 'Metrô {district}', 'Estação {surname}'),
];
