/** On a multi-agency server, a database command needs its agency: `AGENCY=asha npm run audit`. */
import type { Config } from '#app/server/config.ts';
import { toolsText } from '#text/en/program/tools.ts';
import { Refused } from '../refused.ts';
import { known, withHands } from './hands.ts';

/** Runs the command with that agency's configuration; with a single agency, with the given one. */
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
    // Backup keys, and the rehearsal database, belong to the operator.
    if (own) await command({ ...own, ...keysOf(config) });
  };

const keysOf = ({ backupRecipients, backupIdentities, rehearsalUrl }: Config): Partial<Config> => ({
  ...(backupRecipients && { backupRecipients }),
  ...(backupIdentities && { backupIdentities }),
  ...(rehearsalUrl && { rehearsalUrl }),
});
