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
