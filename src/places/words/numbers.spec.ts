import { recognizeAddress } from './numbers.js';

describe('the address in words', () => {
  it.each([
    [['123', 'thayer', 'st'], { number: 123, street: ['thayer', 'st'], locality: [] }],
    [['rua', 'alagoas', '730'], { number: 730, street: ['rua', 'alagoas'], locality: [] }],
    [['12', 'main', 'st', 'riverside'], { number: 12, street: ['main', 'st'], locality: ['riverside'] }],
    [['rua', 'alagoas', '730', 'savassi'], { number: 730, street: ['rua', 'alagoas'], locality: ['savassi'] }],
    [['rua', '7', 'de', 'setembro'], { number: 7, street: ['rua', 'de', 'setembro'], locality: [] }],
    [['455', 'rua', 'dr', 'arnaldo'], { number: 455, street: ['rua', 'dr', 'arnaldo'], locality: [] }],
    [
      ['21', 'mt', 'albert', 'rd', 'st', 'lukes'],
      { number: 21, street: ['mt', 'albert', 'rd'], locality: ['st', 'lukes'] },
    ],
    [['hauptstraße', '12', 'altona'], { number: 12, street: ['hauptstraße'], locality: ['altona'] }],
    [
      ['12', 'mt', 'st', 'john', 'ave', 'epsom'],
      { number: 12, street: ['mt', 'st', 'john', 'ave'], locality: ['epsom'] },
    ],
    [['route', '66', 'diner'], { number: 66, street: ['route', 'diner'], locality: [] }],
    [['joe', '12', 'main', 'st'], { number: 12, street: ['joe', 'main', 'st'], locality: [] }],
    [['12', 'broadway'], { number: 12, street: ['broadway'], locality: [] }],
    [['7', '11'], undefined],
    [['cafe', 'paris'], undefined],
  ])('is read in %j', (words, address) => {
    expect(recognizeAddress(words)).toEqual(address);
  });
});
