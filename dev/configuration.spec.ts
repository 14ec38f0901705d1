import { checkConfiguration } from './configuration.js';

describe('the configuration of npm start', () => {
  it('needs no addresses, which are found', () => {
    expect(() => {
      checkConfiguration({ PORT: '3000', DATABASE_URL: '' });
    }).not.toThrow();
  });

  it('is refused with all its faults, before anything is started', () => {
    const wrong = { PORT: 'abc', LOG_LEVEL: 'loud', ELASTICSEARCH_URL: 'nowhere' };
    expect(() => {
      checkConfiguration(wrong);
    }).toThrow(/PORT: .*\n.*ELASTICSEARCH_URL: .*\n.*LOG_LEVEL: /);
  });
});
