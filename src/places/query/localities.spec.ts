import { localityOf, type LocalityEvidence, type LocalitySpan, localitySpans, whereOf } from './localities.js';

const namesOf = (text: string, mayBeAll = true) => localitySpans(text, mayBeAll).map(({ name }) => name);

describe('localitySpans', () => {
  it('takes what follows a word such as in first, then the whole text, its end and its beginning', () => {
    expect(namesOf('gut in veltrona')).toEqual(['veltrona', 'gut in veltrona', 'gut']);
    expect(namesOf('old veltrona')).toEqual(['old veltrona', 'veltrona', 'old']);
  });

  it('has the other words, and what was said', () => {
    const [span] = localitySpans('gut near the veltrona', true);
    expect(span).toEqual({
      words: 'near the veltrona',
      name: 'veltrona',
      relation: 'near',
      isSaid: true,
      minWeight: 3,
      rest: 'gut',
    });
  });

  it('leaves a word for what is looked for', () => {
    expect(localitySpans('veltrona', false)).toEqual([]);
    expect(localitySpans('rewe veltrona', false)).toMatchObject([
      { name: 'veltrona', rest: 'rewe', relation: 'in', minWeight: 10 },
      { name: 'rewe', rest: 'veltrona' },
    ]);
  });

  it.each(['vegan', 'the', 'one two three four five six seven eight nine', ''])('finds none in "%s"', (text) => {
    expect(localitySpans(text, true)).toEqual([]);
  });
});

const placed = (span: LocalitySpan, evidence: readonly LocalityEvidence[], mayHaveErrors = false) =>
  localityOf(span, evidence, mayHaveErrors);

describe('localityOf', () => {
  const span = { words: 'Veltrona', name: 'Veltrona', relation: 'in', isSaid: false, minWeight: 4, rest: '' } as const;

  /** @param north of the middle of the quarter, in kilometres */
  const at = (north: number, name: string, street?: string): LocalityEvidence => ({
    point: { lat: 10 + north / 111.2, lng: 20 },
    name,
    street,
  });

  const quarter = [at(0, 'Veltrona School'), at(0.3, 'Pharmacy Veltrona'), at(-0.3, 'Café Nero', 'Veltroner Weg')];

  it('is where most of what has the words lies', () => {
    const extent = placed(span, [...quarter, at(9, 'Bar Veltrona')]);
    expect(extent?.centre.lat).toBeCloseTo(10, 1);
    expect(extent?.radius).toBe(1000);
  });

  it('reaches as far as what has the words', () => {
    expect(placed(span, [...quarter, at(-1.1, 'Veltrona Hall')])?.radius).toBeGreaterThan(1090);
  });

  it('is nowhere if what has the words lies all over a city', () => {
    const everywhere = Array.from({ length: 20 }, (_, north) => at(north, `Veltrona ${north}`));
    expect(placed(span, everywhere)).toBeUndefined();
  });

  it('does not mind that other cities have one of the same name', () => {
    const elsewhere = Array.from({ length: 9 }, (_, index) => at(100 + 50 * index, `Veltrona ${index}`));
    expect(placed(span, [...quarter, ...elsewhere])?.centre.lat).toBeCloseTo(10, 1);
  });

  it('counts places of one name and on one street once', () => {
    const branches = Array.from({ length: 9 }, () => at(0, 'Veltrona Bakery'));
    expect(placed(span, branches)).toBeUndefined();
    expect(
      placed(
        span,
        Array.from({ length: 9 }, (_, index) => at(0, `Bar ${index}`, 'Veltronaer Str')),
      ),
    ).toBeUndefined();
  });

  it('needs less if a word such as in stands before it, or if it is a whole name', () => {
    const stop = at(0, 'Veltrona');
    expect(placed(span, [stop])).toBeUndefined();
    expect(placed({ ...span, minWeight: 3 }, [stop])?.centre).toEqual(stop.point);
    expect(placed(span, [stop, at(0.1, 'Veltrona School')])?.radius).toBe(1000);
  });

  it('is not at the gate that is named after the way to it', () => {
    const gate = Array.from({ length: 9 }, (_, index) => at(5, `Bar ${index} Veltronaer Gate`));
    const [school, pharmacy] = quarter;
    expect(placed(span, [...gate, ...[school, pharmacy].filter((one) => one !== undefined)])?.centre.lat).toBeCloseTo(
      10,
      1,
    );
  });

  it('allows for typing errors if nothing has the words without', () => {
    expect(placed({ ...span, name: 'veltorna' }, quarter)).toBeUndefined();
    expect(placed({ ...span, name: 'veltorna' }, quarter, true)?.centre.lat).toBeCloseTo(10, 1);
    expect(placed({ ...span, name: 'veltorna' }, [...quarter, at(9, 'Veltorna')], true)).toBeUndefined();
  });
});

describe('whereOf', () => {
  it('is an area that no place has as its id', () => {
    const span = {
      words: 'near veltrona',
      name: 'veltrona',
      relation: 'near',
      isSaid: true,
      minWeight: 3,
      rest: '',
    } as const;
    expect(whereOf(span, { centre: { lat: 1, lng: 2 }, radius: 1000 })).toMatchObject({
      ...{ relation: 'near', words: 'near veltrona' },
      area: { type: 'district', name: 'veltrona', ids: [], centre: { lat: 1, lng: 2 }, radius: 1000 },
    });
  });
});
