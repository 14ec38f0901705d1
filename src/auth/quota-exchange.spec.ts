import { type DataSource } from 'typeorm';
import { Listener, QUOTA_SPENT } from '../database/listener.js';
import { parseQuotaMessage, QuotaExchange, type QuotaMessage } from './quota-exchange.js';

describe('parseQuotaMessage', () => {
  it.each<QuotaMessage>([
    { from: 'one', spent: [['user', 'app', 3]] },
    { from: 'one', spent: [['application', 'app', 3, '5/60'], ['trusted', 'app', 1], ['email_check', 'app', 1]] }, // prettier-ignore
  ])('parses a serialised message: %j', (message) => {
    expect(parseQuotaMessage(JSON.stringify(message))).toEqual(message);
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"from":1,"spent":[]}',
    '{"from":"one","spent":[["gold","app",1]]}',
    '{"from":"one","spent":[["user","app",0]]}',
  ])('returns undefined for another form: %j', (payload) => {
    expect(parseQuotaMessage(payload)).toBeUndefined();
  });
});

describe('QuotaExchange', () => {
  const query = jest.fn<Promise<unknown>, [string, [string, string[]]]>();
  const onUsage = jest.fn();
  let exchange: QuotaExchange;
  let notify: (payload: string) => void = () => undefined;

  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(Listener.prototype, 'open').mockImplementation(function (this: Listener) {
      notify = (this as unknown as { events: { notified: typeof notify } }).events.notified;
      return Promise.resolve();
    });
    query.mockReset().mockResolvedValue(undefined);
    onUsage.mockReset();
    exchange = new QuotaExchange({ query } as unknown as DataSource, { DATABASE_URL: 'postgres://127.0.0.1' });
    exchange.start(onUsage);
  });
  afterEach(async () => {
    await exchange.onApplicationShutdown();
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  /** The usages of each message that was sent. */
  const sent = () => {
    jest.advanceTimersByTime(500);
    const payloads = query.mock.calls.flatMap(([, [, messages]]) => messages);
    return payloads.map((payload) => (JSON.parse(payload) as QuotaMessage).spent);
  };

  it('sends what it counted to the channel, and each request once', () => {
    exchange.record('user', 'maria', '5/60');
    exchange.record('user', 'maria', '5/60');
    exchange.record('user', 'maria', '9/60');
    exchange.record('user', 'joao', '5/60');
    const spent = [['user', 'maria', 2, '5/60'], ['user', 'maria', 1, '9/60'], ['user', 'joao', 1, '5/60']]; // prettier-ignore
    expect(sent()).toEqual([spent]);
    expect(sent()).toEqual([spent]);
    const [[sql, [channel]] = ['', ['']]] = query.mock.calls;
    expect([sql, channel]).toEqual([expect.stringContaining('pg_notify($1, payload)'), QUOTA_SPENT]);
  });

  it('sends at most 20 usages in a message, and checks of e-mail addresses in others', () => {
    exchange.record('email_check', 'app', '5/60');
    for (let n = 0; n < 41; n += 1) exchange.record('user', `user ${n}`, '5/60');
    const messages = sent();
    expect(messages.map(({ length }) => length)).toEqual([20, 20, 1, 1]);
    expect(messages.flat().map(([, key]) => key)).toEqual([
      ...Array.from({ length: 41 }, (_, n) => `user ${n}`),
      'app',
    ]);
  });

  it('continues after a failure', async () => {
    query.mockRejectedValueOnce(new Error('away'));
    exchange.record('user', 'maria', '5/60');
    expect(sent()).toHaveLength(1);
    await Promise.resolve();
    exchange.record('user', 'joao', '5/60');
    expect(sent()).toHaveLength(2);
  });

  it('passes on what others report, not its own messages', () => {
    exchange.record('user', 'maria', '5/60');
    sent();
    const [own = ''] = query.mock.calls.flatMap(([, [, messages]]) => messages);
    for (const payload of [own, '{', JSON.stringify({ from: 'other', spent: [['user', 'joao', 2, '5/60'], ['trusted', 'app', 1]] })]) notify(payload); // prettier-ignore
    expect(onUsage.mock.calls).toEqual([['user', 'joao', 2, '5/60'], ['trusted', 'app', 1]]); // prettier-ignore
  });

  it('sends nothing after a shutdown', async () => {
    const close = jest.spyOn(Listener.prototype, 'close');
    exchange.record('user', 'maria', '5/60');
    await exchange.onApplicationShutdown();
    expect(sent()).toEqual([]);
    expect(close).toHaveBeenCalledTimes(1);
  });
});
