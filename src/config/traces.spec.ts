import { tracesWanted } from './traces.js';

const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318';

describe('tracesWanted()', () => {
  it.each([
    [{}, false],
    [{ OTEL_SERVICE_NAME: 'places' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' }, true],
    [{ OTEL_TRACES_EXPORTER: 'console' }, true],
    [{ OTEL_TRACES_EXPORTER: '', OTEL_EXPORTER_OTLP_ENDPOINT }, true],
    [{ OTEL_TRACES_EXPORTER: '', OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false],
    [{ OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT }, false],
    [{ OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT }, false],
  ])('of %j is %s', (variables, wanted) => {
    expect(tracesWanted(variables)).toBe(wanted);
  });
});
