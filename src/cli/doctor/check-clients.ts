import { type Client, type ClientStore, grantsOf } from '../../auth/clients/client-store.js';
import { type Environment } from '../../config/environment.js';
import { attempt, type Finding, ok, warning } from './finding.js';

type Settings = Pick<Environment, 'OAUTH_PASSWORD_GRANT' | 'OAUTH_WITHOUT_PKCE'>;

/** What only old clients do, by the setting that allows it. */
const exceptions: Record<keyof Settings, { what: string; end: string; has: (client: Client) => boolean }> = {
  OAUTH_PASSWORD_GRANT: {
    what: 'the password grant',
    end: 'clients update ID --grants …',
    has: (client) => grantsOf(client).includes('password'),
  },
  OAUTH_WITHOUT_PKCE: {
    what: 'sign-in without PKCE',
    end: 'clients update ID --pkce',
    has: ({ pkce }) => !pkce,
  },
};

/** Checks that clients are registered for what the settings allow, and the settings allow what clients need. */
export function checkClients(store: ClientStore, settings: Settings): Promise<Finding[]> {
  return attempt('clients', 'Correct the failures above first.', async () => {
    const clients = (await store.list()).filter(({ disabled }) => disabled === undefined);
    return (['OAUTH_PASSWORD_GRANT', 'OAUTH_WITHOUT_PKCE'] as const).map((setting) => {
      const ids = clients.filter(exceptions[setting].has).map(({ id }) => id);
      return checkSetting(setting, settings[setting], ids);
    });
  });
}

function checkSetting(setting: keyof Settings, isOn: boolean, ids: readonly string[]): Finding {
  const { what, end } = exceptions[setting];
  const names = ids.slice(0, 5).join(', ') + (ids.length > 5 ? ` and ${ids.length - 5} more` : '');
  if (isOn && ids.length === 0)
    return warning(setting, `on, but no client is registered for ${what}`, 'Remove the setting.');
  if (isOn || ids.length === 0) return ok(setting, isOn ? `${what} is allowed to ${names}` : `${what} is off`);
  const remedy = `They fail. If they need it, set ${setting}=true for the service and its commands, else run ${end}.`;
  return warning(setting, `off, but registered for ${what}: ${names}`, remedy);
}
