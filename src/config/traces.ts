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
