import { type Child } from './child.js';

/** A backing service: started here, or an existing server. */
export interface RunningService {
  readonly url: string;
  /** Resolves with the reason when the service ends. Never resolves for an existing server. */
  readonly exited: Promise<string>;
  /** Stops the service cleanly. */
  stop(): Promise<void>;
  /** Kills the service at once. */
  kill(): void;
}

/** A server that was started here, which tests may crash. */
export interface EmbeddedService extends RunningService {
  /** Kills the server with SIGKILL and waits for its end. */
  crash(): Promise<void>;
}

/** @param killSignal ends the server at once */
export function embeddedService(url: string, child: Child, killSignal: NodeJS.Signals): EmbeddedService {
  return {
    url,
    exited: child.exited.then(() => child.logTail()),
    stop: () => child.stop(15_000),
    kill: () => {
      child.signal(killSignal);
    },
    crash: async () => {
      child.signal('SIGKILL');
      await child.exited;
    },
  };
}
