import { type Random } from '../../src/demonstration/island/random.js';
import { type Kind } from './kinds.js';

const hours: Readonly<Record<Kind, readonly string[]>> = {
  food: [
    'Mo-Th 11:30-21:30; Fr-Sa 11:30-22:30; Su 12:00-20:00',
    'Tu-Th 17:00-22:00; Fr-Sa 17:00-23:00; Su 16:00-21:00',
    'Mo-Su 11:00-22:00',
    'Mo-Fr 11:30-14:30,17:00-21:30; Sa 17:00-22:30',
    'Mo-Sa 06:30-15:00; Su 07:00-14:00',
    'Mo-Su 10:30-01:00',
  ],
  bar: ['Mo-Th 16:00-01:00; Fr-Sa 16:00-02:00', 'Tu-Su 17:00-01:00', 'Mo-Su 12:00-01:00', 'Th-Sa 20:00-02:00'],
  sweets: ['Mo-Fr 06:30-18:00; Sa-Su 07:30-17:00', 'Mo-Su 07:00-19:00', 'Tu-Su 08:00-16:00', 'Mo-Su 05:00-22:00'],
  shop: [
    'Mo-Sa 10:00-18:00',
    'Mo-Sa 09:00-21:00; Su 11:00-18:00',
    'Mo-Fr 09:00-17:30; Sa 09:00-13:00',
    'Tu-Sa 11:00-19:00; Su 12:00-17:00',
    'Mo-Su 07:00-23:00',
    '24/7',
  ],
  culture: ['Tu-Su 10:00-17:00', 'We-Su 11:00-18:00; Th 11:00-21:00', 'Mo-Su 13:00-23:00', 'Mo-Su 06:00-21:00'],
  stay: ['24/7'],
  sport: ['Mo-Fr 05:30-22:00; Sa-Su 08:00-18:00', 'Mo-Su 06:00-23:00', 'Mo-Th 09:00-21:00; Fr-Su 09:00-18:00'],
  office: ['Mo-Fr 08:30-16:30', 'Mo-Fr 09:00-17:00', 'Mo-Fr 08:00-18:00; Sa 08:00-12:00'],
};

/** Some places do not say when they open. */
const SHARE_WITH_HOURS = 0.8;

export function openingHours(kind: Kind, random: Random): string | undefined {
  return random.next() < SHARE_WITH_HOURS ? random.pick(hours[kind]) : undefined;
}
