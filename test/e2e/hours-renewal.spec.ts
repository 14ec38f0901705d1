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
    // The index sync removes changes as soon as it has read them.
    await directory.source.query(`
      CREATE TABLE recorded_changes (place_id text);
      CREATE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN INSERT INTO recorded_changes VALUES (NEW.place_id); RETURN NULL; END';
      CREATE TRIGGER record_change AFTER INSERT ON place_changes FOR EACH ROW EXECUTE FUNCTION record_change();
    `);
    const changes = () => directory.source.query<object[]>('SELECT place_id FROM recorded_changes');
    expect(await renewal.run(inDays(182))).toBe(0);
    expect(await changes()).toEqual([]);
    expect(await renewal.run(inDays(184))).toBe(1);
    expect(await changes()).toEqual([{ place_id: 'holidays' }]);
    await directory.settle();
    expect(await renewal.run(inDays(400))).toBe(1);
    expect(await changes()).toEqual([{ place_id: 'holidays' }, { place_id: 'holidays' }]);
  });
});
