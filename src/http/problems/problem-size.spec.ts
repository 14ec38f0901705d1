import { type ProblemDocument, type ProblemFault } from '../problems.js';
import { limitProblemSize } from './problem-size.js';
import { PROBLEM_NAMESPACE, writeXml } from '../xml.js';

const keys = ['relevance', 'id', 'name', 'address.country', 'address.state', 'address.city', 'statistics.pageviews'];

function problem(errors: ProblemFault[]): ProblemDocument {
  return {
    type: 'https://places.example.org/docs/problems/invalid_parameter',
    title: 'A parameter is invalid',
    status: 400,
    detail: `${errors.length} faults: sort.`,
    instance: 'urn:request:1',
    code: 'invalid_parameter',
    errors,
  };
}

/** Faults of as many sort keys, each with the same list of what is allowed. */
function unknownKeys(count: number, allowed = keys): ProblemFault[] {
  const value = Array.from({ length: count }, (_, at) => `key${at}`).join(',');
  return Array.from({ length: count }, (_, at) => ({
    ...{ parameter: 'sort', value },
    ...{ reason: `unknown sort key "key${at}"; /v2/places/fields lists the fields`, allowed },
  }));
}

const sizes = (document: ProblemDocument) =>
  [JSON.stringify(document), writeXml('problem', document, PROBLEM_NAMESPACE)].map((body) => Buffer.byteLength(body));

const reasons = ({ errors }: ProblemDocument) => errors.map(({ reason }) => reason);

describe('limitProblemSize', () => {
  it('does not change a problem that fits', () => {
    const short = problem(unknownKeys(3));
    expect(limitProblemSize(short)).toEqual(short);
  });

  it('keeps a list that faults share only in the first of them', () => {
    const { errors } = limitProblemSize(problem([...unknownKeys(12), { reason: 'x', allowed: ['once'] }]));
    expect(errors.map(({ allowed }) => allowed)).toEqual([keys, ...Array<undefined>(11), ['once']]);
  });

  it.each([
    ['lists in common', unknownKeys(12)],
    ['lists of their own', unknownKeys(12).map((fault, at) => ({ ...fault, allowed: [`${at}`, ...keys, ...keys] }))],
    ['long texts', unknownKeys(10).map((fault) => ({ ...fault, reason: fault.reason.padEnd(1000, '<é') }))],
    ['nothing but a reason', Array.from({ length: 50 }, (_, at) => ({ reason: `is wrong ${at}` }))],
  ])('tells all faults, in both formats alike: %s', (_, errors) => {
    const short = limitProblemSize(problem(errors));
    expect(reasons(short).map((reason) => reason.slice(0, 30))).toEqual(
      errors.map(({ reason }) => reason.slice(0, 30)),
    );
    expect(Math.max(...sizes(short))).toBeLessThanOrEqual(4096);
  });

  it('keeps as many faults as fit, and counts the others', () => {
    const short = limitProblemSize(problem(unknownKeys(50)), 7);
    const reported = short.errors.length - 1;
    expect(reported).toBeGreaterThan(10);
    expect(short.errors.at(-1)).toEqual({ reason: `${57 - reported} more faults are not listed` });
    expect(Math.max(...sizes(short))).toBeGreaterThan(4096 - 300);
    expect(Math.max(...sizes(short))).toBeLessThanOrEqual(4096);
  });

  it('counts omitted faults even if the problem fits', () => {
    expect(reasons(limitProblemSize(problem([{ reason: 'x' }]), 7))).toEqual(['x', '7 more faults are not listed']);
  });

  it.each(['&', '\u0001', '😀', '"'])(
    'keeps at least one fault, however many characters must be escaped: %j',
    (character) => {
      const text = character.repeat(1000);
      const fault = {
        parameter: text,
        value: text,
        reason: text,
        allowed: Array<string>(9).fill(text),
        suggestion: text,
      };
      const short = limitProblemSize({ ...problem([fault, fault, fault]), detail: text });
      expect(reasons(short)[0]).toContain(character.repeat(10));
      expect(Math.max(...sizes(short))).toBeLessThanOrEqual(4096);
    },
  );

  it('leaves out a suggestion that does not fit, instead of cutting it', () => {
    const of = (suggestion: string, count = 1) => {
      const fault = { parameter: 'fq', value: suggestion, reason: 'x', suggestion };
      const short = limitProblemSize(problem(Array.from({ length: count }, () => fault)));
      expect(Math.max(...sizes(short))).toBeLessThanOrEqual(4096);
      expect(short.errors).toHaveLength(count);
      return short.errors.map((reported) => reported.suggestion);
    };
    expect(of('a'.repeat(3000))).toEqual(['a'.repeat(3000)]);
    expect(of('a'.repeat(1300), 2)).toEqual(['a'.repeat(1300), 'a'.repeat(1300)]);
    expect(of('a'.repeat(4000))).toEqual([undefined]);
    expect(of('ab', 20)).toEqual(Array.from({ length: 20 }, () => 'ab'));
  });
});
