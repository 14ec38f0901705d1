/**
 * Whether traces are to be made, by OpenTelemetry's own variables
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/): off unless one of them says where to.
 */
export function tracesWanted(variables: NodeJS.ProcessEnv): boolean {
  const { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } =
    variables;
  if (OTEL_SDK_DISABLED?.toLowerCase() === 'true' || OTEL_TRACES_EXPORTER === 'none') return false;
  // By the specification an empty variable is as good as none.
  return [OTEL_TRACES_EXPORTER, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT].some(Boolean);
}
