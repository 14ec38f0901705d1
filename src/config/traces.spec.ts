import { tracesDestination, tracesWanted } from './traces.js';

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

describe('tracesDestination()', () => {
  it.each([
    [{}, undefined],
    [{ OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT }, undefined],
    [{ OTEL_TRACES_EXPORTER: 'console', OTEL_EXPORTER_OTLP_ENDPOINT }, 'console'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '' }, 'http://collector:4318/'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces/v1/traces' },
      'https://traces/v1/traces',
    ],
    [{ OTEL_TRACES_EXPORTER: 'otlp' }, 'http://localhost:4318/'],
  ])('of %j is %s', (variables, destination) => {
    expect(tracesDestination(variables)?.toString()).toBe(destination);
  });

  it('rejects gRPC, and what is no address', () => {
    expect(() => tracesDestination({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow(
      'must be http/protobuf or http/json',
    );
    expect(() => tracesDestination({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a b' })).toThrow('is no address');
  });
});
