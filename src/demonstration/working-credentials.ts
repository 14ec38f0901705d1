import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ClientStore } from '../auth/client-store.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { isLoopback } from '../config/values.js';
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
      // Knows the secret before the last rotation, too, while it works.
      if ((await this.clients.authenticate(id, secret)) === undefined) return [];
      const reason = `client ${id} has the public secret of the demonstration`;
      return [{ reason, remedies: [disable, `clients rotate-secret ${id}`] }];
    }
    if (!registered.redirectUris.some(isOnUsersMachine)) return [];
    const { PUBLIC_URL: address = 'https://places.example.org' } = this.environment;
    const redirectUri = `${address}/explore`;
    // A service on this machine itself has such an address, too: it registers a client of its own.
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
    // The address or the identifier may have been given to another user since.
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

/** Stops the start of production. `npm start` and tests may use the demonstration. */
@Injectable()
export class ProductionCheck implements OnModuleInit {
  constructor(
    private readonly credentials: WorkingCredentials,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'NODE_ENV'>,
  ) {}

  async onModuleInit(): Promise<void> {
    if (this.environment.NODE_ENV !== 'production') return;
    const found = await this.credentials.find();
    if (found.length > 0) throw new DemonstrationError(found);
  }
}

function isOnUsersMachine(redirectUri: string): boolean {
  return URL.canParse(redirectUri) && isLoopback(new URL(redirectUri).hostname);
}
