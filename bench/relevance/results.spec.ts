import { type CheckResult, type FormResult, type QuestionsResult, type SetResult, verdictOf } from './results.js';

const none = { forms: {}, checks: {}, questions: {} };

const figures = (all: number) => ({ success1: all, success10: all, mrr10: all });

const form = (service: number, plain: number, searches = 300): FormResult => ({
  ...{ form: 'typo', searches, target: 0.9 },
  service: figures(service),
  plain: figures(plain),
});

const result = (one: FormResult): SetResult => ({ set: 'here', forms: [one], questions: [], checks: [] });

const verdict = (now: FormResult, before?: FormResult) =>
  verdictOf([result(now)], { ...none, forms: before ? { here: [before] } : {} });

describe('verdictOf', () => {
  it('accepts figures as good as the baseline', () => {
    expect(verdict(form(0.95, 0.5), form(0.95, 0.5))).toEqual({ faults: [], open: [] });
  });

  it('reports a fall', () => {
    expect(verdict(form(0.95, 0.5), form(0.97, 0.5)).faults).toContain('here, typo: success10 fell from 0.97 to 0.95');
  });

  it('reports a missed target', () => {
    expect(verdict(form(0.8, 0.5)).faults).toEqual(['here, typo: success10 is 0.8; the target is 0.9']);
  });

  it('reports figures below the plain query', () => {
    expect(verdict(form(0.95, 0.96)).faults).toEqual(['here, typo: success10 is 0.95; the plain query reaches 0.96']);
  });

  it('does not fail for what the baseline misses too', () => {
    const { faults, open } = verdict(form(0.8, 0.5), form(0.8, 0.5));
    expect(faults).toEqual([]);
    expect(open).toEqual(['here, typo: success10 is 0.8; the target is 0.9']);
  });

  it('reports more empty pages and fewer right answers', () => {
    const answered = (first: number): QuestionsResult => ({
      ...{ topic: 'open', half: 'held out' },
      service: { questions: 1, first, precision: first, empty: 1 - first },
    });
    const now: SetResult = { set: 'here', forms: [], questions: [answered(0)], checks: [] };
    const { faults } = verdictOf([now], { ...none, questions: { here: [answered(1)] } });
    expect(faults).toEqual([
      'here, open questions, held out: first went from 1.000 to 0.000',
      'here, open questions, held out: precision went from 1.000 to 0.000',
      'here, open questions, held out: empty went from 0.000 to 1.000',
    ]);
  });

  describe('of checks', () => {
    const check = (unit: CheckResult['unit'], value: number, target: number): CheckResult => ({
      ...{ check: 'near', searches: 100 },
      ...{ unit, value, target },
    });
    const of = (now: CheckResult, before?: CheckResult) =>
      verdictOf([{ set: 'here', forms: [], questions: [], checks: [now] }], {
        ...none,
        checks: before ? { here: [before] } : {},
      });

    it.each([
      [check('share', 0.9, 0.98), 'here, near: 0.9 share; the target is 0.98'],
      [check('letters', 6, 5), 'here, near: 6 letters; the target is 5'],
    ])('reports a missed target', (now, text) => {
      expect(of(now).faults).toEqual([text]);
      expect(of(now, now)).toEqual({ faults: [], open: [text] });
    });

    it.each([
      [check('share', 0.9, 0), check('share', 0.95, 0), 'here, near: went from 0.95 to 0.9 share'],
      [check('metres', 300, 500), check('metres', 200, 500), 'here, near: went from 200 to 300 metres'],
    ])('reports a figure that became worse', (now, before, text) => {
      expect(of(now, before).faults).toEqual([text]);
      expect(of(before, now).faults).toEqual([]);
    });
  });
});
