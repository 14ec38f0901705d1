import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { ClientStore } from '../auth/client-store.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { isLoopback } from '../config/values.js';
import { InjectBackground } from '../database/data-source.js';
import { RecurringJob } from '../database/recurring-job.js';
import { AccountsService } from '../users/accounts.service.js';
import { demonstrationClients, type DemonstrationClient, demonstrationUser } from './credentials.js';

/** A credential of the demonstration that works, so that anybody can use it. */
export interface WorkingCredential {
  /** `client demo-app has the public secret of the demonstration` */
  reason: string;
  /** Commands, each of which ends it. */
  remedies: string[];
}

/** Production does not start: credentials of the demonstration work. */
export class DemonstrationError extends Error {
  constructor(credentials: readonly WorkingCredential[]) {
    const lines = credentials.flatMap(({ reason, remedies }) => [
      `  ${reason}:`,
      ...remedies.map((remedy, at) => `    ${at === 0 ? '' : 'or: '}${remedy}`),
    ]);
    super(
      'The service does not start with NODE_ENV=production while credentials of the demonstration work: they are public.\n' +
        `${lines.join('\n')}\n` +
        'Run a command for each, by `npm run cli --` or in the image by `cli`. Then start the service again.',
    );
  }
}

/** Finds the credentials of the demonstration that work. */
@Injectable()
export class WorkingCredentials {
  constructor(
    private readonly clients: ClientStore,
    private readonly accounts: AccountsService,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'PUBLIC_URL'>,
  ) {}

  /** Compares secrets only of clients and users that exist and are enabled: a comparison takes about 25 ms. */
  async find(): Promise<WorkingCredential[]> {
    const found: WorkingCredential[] = [];
    for (const client of demonstrationClients()) found.push(...(await this.ofClient(client)));
    found.push(...(await this.ofUser()));
    return found;
  }

  private async ofClient({ id, secret, public: isPublic }: DemonstrationClient): Promise<WorkingCredential[]> {
    const registered = await this.clients.find(id);
    if (!registered) return [];
    const disable = `clients disable ${id}`;
    if (!isPublic && !registered.public) {
      // Also true for the previous secret, while it works.
      if ((await this.clients.authenticate(id, secret)) === undefined) return [];
      const reason = `client ${id} has the public secret of the demonstration`;
      return [{ reason, remedies: [disable, `clients rotate-secret ${id}`] }];
    }
    if (!registered.redirectUris.some(isOnUsersMachine)) return [];
    const { PUBLIC_URL: baseUrl = 'https://places.example.org' } = this.environment;
    const redirectUri = `${baseUrl}/explore`;
    // On a loopback PUBLIC_URL the update would not help.
    const update = isOnUsersMachine(redirectUri) ? [] : [`clients update ${id} --redirect-uri ${redirectUri}`];
    return [
      {
        reason: `client ${id} has the redirect addresses of the demonstration, at which any program of a user's machine can listen`,
        remedies: [disable, ...update],
      },
    ];
  }

  private async ofUser(): Promise<WorkingCredential[]> {
    const { id, email, password } = demonstrationUser;
    // Since then, another user may have got the identifier or the e-mail address.
    const account = await this.accounts.find(id);
    const emails = new Set([email, ...(account ? [account.email] : [])]);
    const users = await Promise.all([...emails].map((name) => this.accounts.authenticate(name, password)));
    return users
      .filter((user) => user !== undefined)
      .map((user) => ({
        reason: `user ${user.id} has the public password of the demonstration`,
        remedies: [`users disable ${user.id}`, `users set-password ${user.id} --password-stdin`],
      }));
  }
}

/** Its row in `job_runs` says that the database is that of a production service. */
const checkJob = { name: 'production check', intervalSeconds: 60 };

/** Whether a service with NODE_ENV=production has run over this database, whatever the environment of this process is. */
export async function isProductionDatabase(database: Pick<DataSource, 'query'>): Promise<boolean> {
  const [job] = await database.query<unknown[]>('SELECT FROM job_runs WHERE name = $1', [checkJob.name]);
  return job !== undefined;
}

/**
 * Stops the start with NODE_ENV=production while credentials of the demonstration work, and reports those that work later: other
 * programs write to the database, too. Elsewhere they may work.
 */
@Injectable()
export class ProductionCheck implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ProductionCheck.name);
  private readonly job: RecurringJob;

  constructor(
    private readonly credentials: WorkingCredentials,
    @InjectBackground() database: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'NODE_ENV'>,
  ) {
    // `load` makes the first run part of the start, which marks the database.
    const work = { ...checkJob, load: () => Promise.resolve(), compute: () => this.check() };
    this.job = new RecurringJob(database, work);
  }

  async onModuleInit(): Promise<void> {
    if (this.environment.NODE_ENV !== 'production') return;
    const found = await this.credentials.find();
    if (found.length > 0) throw new DemonstrationError(found);
  }

  onApplicationBootstrap(): void {
    if (this.environment.NODE_ENV === 'production') this.job.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.job.stop();
  }

  /** @returns how many credentials work */
  async check(): Promise<number> {
    const found = await this.credentials.find();
    for (const { reason, remedies } of found)
      this.logger.error(`Anybody can use this: ${reason}. Run ${remedies.join(', or ')}. The next start fails.`);
    return found.length;
  }
}

function isOnUsersMachine(redirectUri: string): boolean {
  return URL.canParse(redirectUri) && isLoopback(new URL(redirectUri).hostname);
}
