// The program that Node loads before the service (`node --import`): what is to be traced has to be known before it is
// loaded. Unless traces are wanted, nothing of OpenTelemetry's machinery is loaded, and the start is as quick as without.
import { tracesWanted } from '../../config/traces.js';

if (tracesWanted(process.env)) {
  const { startTracing } = await import('./tracing.js');
  startTracing(process.env);
}
