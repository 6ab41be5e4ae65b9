/** On a server of many agencies, a command about one database must be told whose: `AGENCY=asha npm run audit`. */
import type { Config } from '#app/server/config.ts';
import { toolsText } from '#text/en/tools.ts';
import { Refused } from '../refused.ts';
import { known, withHands } from './hands.ts';

/** The command with the configuration of that agency; where one agency is all there is, with the one given. */
export const ofOne =
  (command: (config: Config) => Promise<void>, env: NodeJS.ProcessEnv = process.env) =>
  async (config: Config): Promise<void> => {
    if (!config.agenciesUrl || config.databaseUrl) return command(config);
    const name = env['AGENCY']?.trim();
    if (!name) throw new Refused(toolsText.agencyWhich);
    let own: Config | undefined;
    await withHands(config, env, async (hands) => void (own = hands.configOf(await known(hands, name))), {
      isAlone: false,
    });
    // Keys of backups, and where one is tried, are of whoever runs the server.
    if (own) await command({ ...own, ...keysOf(config) });
  };

const keysOf = ({ backupRecipients, backupIdentities, rehearsalUrl }: Config): Partial<Config> => ({
  ...(backupRecipients && { backupRecipients }),
  ...(backupIdentities && { backupIdentities }),
  ...(rehearsalUrl && { rehearsalUrl }),
});
