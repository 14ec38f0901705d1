import { aPlace } from './factories.js';

/** Six places: five in São Paulo and one in Rio, with all that filters ask for. */
export const sixPlaces = [
  aPlace({
    id: 'masp',
    name: 'Museu de Arte de São Paulo',
    location: { lat: '-23.561414', lng: '-46.655881' },
    statistics: { rating: '4.7', pageviews: '900' },
    featured: { photo: { medium: 'https://img.example.org/masp.jpg' } },
    placeLists: [{ id: '5' }],
    openingHours: 'Tu-Su 10:00-18:00',
  }),
  aPlace({
    id: 'mercado',
    name: 'Mercado Municipal',
    address: { city: 'São Paulo', district: 'Centro Histórico', country: 'BR' },
    location: { lat: '-23.541736', lng: '-46.629520' },
    categories: [{ id: '7', name: 'Mercados', subcategory: { id: '701', name: 'Mercado' } }],
    statistics: { rating: '4.7', pageviews: '1200' },
    utilities: [{ id: '4', name: 'Ver Ofertas' }],
  }),
  aPlace({
    id: 'pizzaria',
    name: 'Pizzaria do João',
    location: { lat: '-23.561000', lng: '-46.656000' },
    categories: [{ id: '1', name: 'Restaurantes', subcategory: { id: '101', name: 'Pizzaria' } }],
    statistics: { rating: '3.9' },
    utilities: [
      { id: '1', name: 'Pedir Delivery' },
      { id: '2', name: 'Reservar Mesa' },
    ],
  }),
  aPlace({
    id: 'colombo',
    name: 'Confeitaria Colombo',
    address: { city: 'Rio de Janeiro' },
    location: { lat: '-22.905280', lng: '-43.178550' },
  }),
  aPlace({
    id: 'suva',
    name: 'Suva Market',
    address: { city: 'Suva' },
    location: { lat: '-18.1349', lng: '178.4283' },
    categories: [],
  }),
  aPlace({
    id: 'apia',
    name: 'Apia Market',
    address: { city: 'Apia' },
    location: { lat: '-13.8314', lng: '-171.7690' },
    categories: [],
  }),
];
