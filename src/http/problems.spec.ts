import { invalidParameters, problemDocument, ProblemError, problems, quoted } from './problems.js';

const read = (error: ProblemError) => JSON.parse(JSON.stringify(problemDocument(error, 'https://h', 'r1'))) as unknown;
describe('problemDocument', () => {
  it('does not contain the cause', () => {
    const cause = new Error('SELECT secret FROM users');
    expect(JSON.stringify(read(new ProblemError('internal_error', 'Failed.', {}, cause)))).not.toContain('secret');
  });

  it.each(Object.entries(problems))('has an error status and a title: %s', (code, { status, title }) => {
    expect(code).toMatch(/^[a-z_]+$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(title).not.toBe('');
  });
});
describe('invalidParameters', () => {
  it('counts several faults in the detail, and names each parameter once', () => {
    const fault = (parameter: string) => ({ parameter, reason: 'x' });
    expect(invalidParameters([fault('a'), fault('b'), fault('a')]).detail).toBe('3 faults: a, b.');
  });

  it('shortens the values of the client and replaces NUL', () => {
    const [fault] = invalidParameters([{ parameter: 'p\0', value: 'x'.repeat(1000), reason: 'x' }]).extras.errors ?? [];
    expect(fault).toEqual({ parameter: 'p\u{FFFD}', value: `${'x'.repeat(200)}…`, reason: 'x' });
  });

  it('does not cut a surrogate pair in half', () => {
    const [fault] = invalidParameters([{ value: `${'x'.repeat(199)}😀😀`, reason: 'x' }]).extras.errors ?? [];
    expect(fault?.value?.isWellFormed()).toBe(true);
  });
});
describe('quoted', () => {
  it.each([
    ['maria', '"maria"'],
    ['a"b', '"a\\"b"'],
    ['a\nb\u0001', '"a\\nb\\u0001"'],
    ['x'.repeat(1000), `"${'x'.repeat(200)}…"`],
  ])('quotes %j', (given, expected) => {
    expect(quoted(given)).toBe(expected);
  });
});
