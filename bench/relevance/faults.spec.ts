import { verdictOf } from './faults.js';
import { type FormResult, type SetResult } from './results.js';

const figures = (all: number) => ({ success1: all, success10: all, mrr10: all });

const form = (service: number, plain: number, searches = 300): FormResult => ({
  ...{ form: 'typo', searches, target: 0.9 },
  service: figures(service),
  plain: figures(plain),
});

const result = (one: FormResult): SetResult => ({ set: 'here', forms: [one], questions: [] });

const verdict = (now: FormResult, before?: FormResult) =>
  verdictOf([result(now)], { forms: before ? { here: [before] } : {}, questions: {} });

describe('verdictOf', () => {
  it('accepts figures as good as the baseline', () => {
    expect(verdict(form(0.95, 0.5), form(0.95, 0.5))).toEqual({ faults: [], open: [] });
  });

  it('reports a fall', () => {
    expect(verdict(form(0.95, 0.5), form(0.97, 0.5)).faults).toContain('here, typo: success10 fell from 0.97 to 0.95');
  });

  it('does not compare other searches', () => {
    expect(verdict(form(0.95, 0.5, 100), form(0.97, 0.5)).faults).toEqual([]);
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
    const answered = (first: boolean) => [{ q: 'cafe', first, precision: Number(first), empty: !first }];
    const now: SetResult = { set: 'here', forms: [], questions: [{ topic: 'open', service: answered(false) }] };
    const { faults } = verdictOf([now], { forms: {}, questions: { 'here, open questions': answered(true) } });
    expect(faults).toEqual([
      'here, open questions: first went from 1.000 to 0.000',
      'here, open questions: precision went from 1.000 to 0.000',
      'here, open questions: empty went from 0.000 to 1.000',
    ]);
  });
});
