import { clientCounters } from './counters.js';
import { DelaySlots } from './delay-slots.js';

describe('slots for attempts that wait', () => {
  const acquire = (slots: DelaySlots, name: string, address: string) => slots.acquire(clientCounters(name, address));

  it('are two for an address, whatever the names, so that others get one', () => {
    const slots = new DelaySlots();
    const taken = Array.from({ length: 40 }, (_, at) => acquire(slots, `name-${at}`, '192.0.2.1'));
    expect(taken.filter((slot) => slot !== undefined)).toHaveLength(2);
    expect(acquire(slots, 'name-0', '192.0.2.2')).toBeDefined();
    taken[0]?.();
    expect(acquire(slots, 'another', '192.0.2.1')).toBeDefined();
    expect(acquire(slots, 'another', '192.0.2.1')).toBeUndefined();
  });

  it('are twenty in all', () => {
    const slots = new DelaySlots();
    const taken = Array.from({ length: 40 }, (_, at) => acquire(slots, 'name', `192.0.2.${at}`));
    expect(taken.filter((slot) => slot !== undefined)).toHaveLength(20);
    taken.forEach((release) => release?.());
    expect(acquire(slots, 'name', '192.0.2.99')).toBeDefined();
  });
});
