import { HoursRenewal } from '../../src/places/opening-hours/hours-renewal.js';
import { aPlace } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

const location = { lat: '52.52', lng: '13.4' };

describe('opening hours that are known for a limited time', () => {
  const { directory } = useDirectory({
    places: [
      aPlace({ id: 'holidays', location, openingHours: 'Mo-Fr 09:00-18:00; PH off' }),
      aPlace({ id: 'weekly', location, openingHours: 'Mo-Fr 09:00-18:00' }),
      aPlace({ id: 'unreadable', location, openingHours: 'call us' }),
      aPlace({ id: 'none', location }),
    ],
    fill: (filled) => filled.settle(),
  });

  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

  it('are indexed again when half a year is left', async () => {
    const renewal = directory.app.get(HoursRenewal);
    expect(await renewal.run(inDays(182))).toBe(0);
    expect(await renewal.run(inDays(184))).toBe(1);
    await directory.settle();
    expect(await renewal.run(inDays(400))).toBe(1);
  });
});
