import { select, selectionOf } from './field-selection.js';

describe('select', () => {
  it('does not change the record', () => {
    const record = Object.freeze({ id: 1, photos: Object.freeze({ small: 's', large: 'l' }) });
    expect(select(record, selectionOf(['photos.small']))).toEqual({ photos: { small: 's' } });
  });

  it('returns an empty record if no member is selected', () => {
    expect(select({ list: [{}, 1, null] }, selectionOf(['list.a', 'b']))).toEqual({});
  });
});
