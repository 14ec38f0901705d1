import {
  invalidParameters,
  isDatabaseUnavailable,
  isOutOfDescriptors,
  isProblemCode,
  outOfDescriptors,
  problemDocument,
  ProblemError,
  problems,
  quoted,
} from './problems.js';

const read = (error: ProblemError) => JSON.parse(JSON.stringify(problemDocument(error, 'https://h', 'r1'))) as unknown;
describe('problemDocument', () => {
  it('does not contain the cause', () => {
    const cause = new Error('SELECT secret FROM users');
    const document = read(new ProblemError('internal_error', 'Failed.', {}, cause));
    expect(document).toMatchObject({ code: 'internal_error', detail: 'Failed.' });
    expect(JSON.stringify(document)).not.toContain('secret');
  });

  it.each(['&', '\u0001', '😀', '"'])('shortens all texts, whatever their characters: %j', (character) => {
    const text = character.repeat(5000);
    const fault = { parameter: text, value: text, reason: text, suggestion: text };
    const problem = problemDocument(
      new ProblemError('invalid_parameter', text, { errors: [fault] }),
      'https://h',
      'r1',
    );
    const start = (length: number) => `${text.slice(0, length)}…`;
    expect(problem.detail).toBe(start(1000));
    expect(problem.errors).toEqual([{ parameter: start(200), value: start(200), reason: start(500) }]);
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

  it('cuts a value before a code point that does not fit', () => {
    const valueOf = (value: string) => invalidParameters([{ value, reason: 'x' }]).extras.errors?.[0]?.value;
    expect(valueOf(`${'x'.repeat(199)}😀`)).toBe(`${'x'.repeat(199)}…`);
    expect(valueOf(`${'x'.repeat(198)}😀`)).toBe(`${'x'.repeat(198)}😀`);
  });

  it('lists twenty faults, and counts the others', () => {
    const faults = Array.from({ length: 27 }, (_, at) => ({ parameter: 'fq', reason: `is wrong ${at}` }));
    const { detail, extras } = invalidParameters(faults);
    expect(detail).toBe('27 faults: fq.');
    expect(extras.errors).toEqual([...faults.slice(0, 20), { reason: '7 more faults are not listed' }]);
    expect(invalidParameters(faults.slice(0, 20)).extras.errors).toEqual(faults.slice(0, 20));
  });

  it('leaves out a long suggestion, instead of cutting it', () => {
    const suggestionOf = (suggestion: string) =>
      invalidParameters([{ reason: 'x', suggestion }]).extras.errors?.[0]?.suggestion;
    expect(suggestionOf('a'.repeat(1000))).toBe('a'.repeat(1000));
    expect(suggestionOf('a'.repeat(1001))).toBeUndefined();
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
describe('a problem', () => {
  it('has the members of RFC 9457, and its detail as the only fault', () => {
    expect(read(new ProblemError('place_not_found', 'There is no place "a".'))).toEqual({
      type: 'https://h/docs/problems/place_not_found',
      title: 'There is no such place',
      status: 404,
      detail: 'There is no place "a".',
      instance: 'urn:request:r1',
      code: 'place_not_found',
      errors: [{ reason: 'There is no place "a".' }],
    });
  });

  it.each([
    [[{ parameter: 'rows', reason: 'is wrong' }], 'rows: is wrong'],
    [[{ reason: 'is wrong' }], 'is wrong'],
    [[{ reason: 'is wrong' }, { parameter: 'rows', reason: 'x' }], '2 faults: request, rows.'],
    [[], '0 faults: .'],
  ])('describes %j', (faults, detail) => {
    expect(invalidParameters(faults).detail).toBe(detail);
  });

  it('keeps allowed values', () => {
    const fault = { reason: 'x', allowed: ['a', 'b'] };
    expect(invalidParameters([fault]).extras.errors).toEqual([fault]);
  });

  it('has a known code', () => {
    expect(['overloaded', 'toString', 'x'].map(isProblemCode)).toEqual([true, false, false]);
  });

  it('of missing descriptors asks for another try', () => {
    const cause = new Error('EMFILE');
    expect(outOfDescriptors(cause)).toMatchObject({
      code: 'overloaded',
      detail: 'The service has too many connections. Retry after 1 second.',
      extras: { headers: { 'Retry-After': '1' } },
      cause,
    });
  });
});
describe('an error', () => {
  const withCode = (code: unknown, message = '') => Object.assign(new Error(message), { code });

  it.each([
    [withCode('EMFILE'), true],
    [withCode('ENFILE'), true],
    [new Error('connect EMFILE 10.0.0.1'), true],
    [new Error('XEMFILE'), false],
    [new Error('EMFILES'), false],
    [{ code: 'EMFILE' }, false],
  ])('says that no descriptor is left: %p is %p', (error, expected) => {
    expect(isOutOfDescriptors(error)).toBe(expected);
  });

  it.each<[unknown, boolean]>([
    ...['08006', '28000', '3D000', '25006', '25P03', '25P04', '53300', '57P01', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'].map((code) => [withCode(code), true] as [unknown, boolean]), // prettier-ignore
    ...['25000', '25001', '25005', '25007', '25P01', '25P02'].map((code) => [withCode(code), false] as [unknown, boolean]), // prettier-ignore
    ...['42601', '080', '0800600', 'x08006'].map((code) => [withCode(code), false] as [unknown, boolean]),
    ...['Connection terminated', 'Query read TIMEOUT', 'Client was closed and is not queryable'].map((message) => [new Error(message), true] as [unknown, boolean]), // prettier-ignore
    [withCode(8006), false],
    [{ message: 'timeout' }, true],
    [new Error('syntax error'), false],
    [{}, false],
    [null, false],
    [undefined, false],
    ['timeout', false],
  ])('says that the database is unavailable: %p is %p', (error, expected) => {
    expect(isDatabaseUnavailable(error)).toBe(expected);
  });
});
