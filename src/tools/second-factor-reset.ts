/** `npm run admin:second-factor -- --email x`: removes the second factor of a user without another administrator. */
import { parseArgs } from 'node:util';
import { removeSecondFactor } from '#contexts/agency/server/second-factor/store.ts';
import { endSessions, personByEmail } from '#contexts/agency/server/session/store.ts';
import type { Config } from '#app/server/config.ts';
import { openDatabase } from '#app/database/pools/pools.ts';
import { eventLog, signal } from '#kernel/server/live/event.ts';
import { toolsText } from '#text/en/program/tools.ts';
import { ofOne } from './agencies/one-of.ts';
import { connect } from './connect.ts';
import { refusable, Refused } from './refused.ts';

async function run(config: Config): Promise<void> {
  const { values } = parseArgs({ options: { email: { type: 'string' } } });
  const email = values.email?.trim().toLowerCase();
  if (!email) throw new Refused(toolsText.factorUsage);
  const embedded = await connect(config, { share: true });
  const database = openDatabase(embedded.config);
  try {
    await database.transaction(async (tx) => {
      const person = await personByEmail(tx, email);
      if (!person || !(await removeSecondFactor(tx, person.id)))
        throw new Refused(toolsText.factorMissing(email));
      await endSessions(tx, person.id, { except: 0 });
      await signal(tx, { recheck: { users: [person.id] } });
      const events = eventLog(null, null);
      events.emit('users.second-factor-reset', { id: person.id, facts: {} });
      await events.flush(tx, []);
    });
    console.log(toolsText.factorTaken(email));
  } finally {
    await database.end();
    await embedded.stop();
  }
}

await refusable(ofOne(run));
