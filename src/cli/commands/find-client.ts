import { type Client, type ClientStore } from '../../auth/clients/client-store.js';
import { didYouMean } from '../choices.js';
import { CommandError } from '../command-error.js';

/** @throws CommandError that names a client with a similar identifier */
export async function findClient(clients: ClientStore, id: string): Promise<Client> {
  const client = await clients.findIncludingDisabled(id);
  if (client) return client;
  const ids = (await clients.list()).map((other) => other.id);
  throw new CommandError(`Client ${id} does not exist.${didYouMean(id, ids) || ' See clients list.'}`);
}
