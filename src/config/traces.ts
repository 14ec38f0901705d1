/**
 * Whether tracing is on: only if one of OpenTelemetry's variables names an exporter or an endpoint
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/).
 */
export function tracesWanted(variables: NodeJS.ProcessEnv): boolean {
  const { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } =
    variables;
  if (OTEL_SDK_DISABLED?.toLowerCase() === 'true' || OTEL_TRACES_EXPORTER === 'none') return false;
  // The specification treats empty variables as unset.
  return [OTEL_TRACES_EXPORTER, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT].some(Boolean);
}

/**
 * Where traces go: to standard output, or to the address of a collector. Undefined if tracing is off.
 *
 * @throws Error if the endpoint is no address, or the protocol is gRPC: collectors take HTTP, too
 */
export function tracesDestination(variables: NodeJS.ProcessEnv): 'console' | URL | undefined {
  if (!tracesWanted(variables)) return undefined;
  if (variables.OTEL_TRACES_EXPORTER === 'console') return 'console';
  if (tracesProtocol(variables) === 'grpc')
    throw new Error(
      'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL, or else OTEL_EXPORTER_OTLP_PROTOCOL, is grpc: it must be http/protobuf or http/json.',
    );
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ofTraces, OTEL_EXPORTER_OTLP_ENDPOINT: ofAll } = variables;
  const address = [ofTraces, ofAll].find(Boolean) ?? 'http://localhost:4318';
  if (!URL.canParse(address))
    throw new Error(
      `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, or else OTEL_EXPORTER_OTLP_ENDPOINT, is "${address}", which is no address.`,
    );
  return new URL(address);
}

export function tracesProtocol(variables: NodeJS.ProcessEnv): string | undefined {
  return variables.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? variables.OTEL_EXPORTER_OTLP_PROTOCOL;
}
