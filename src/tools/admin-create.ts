/**
 * `npm run admin:create -- --email x --name "First Last"`: the first person of a new
 * installation; without a name, a new link for a person who never chose a password.
 */
import { parseArgs } from 'node:util';
import type { Config } from '#app/server/config.ts';
import { migrate } from '#app/database/migrate.ts';
import { openDatabase } from '#app/database/pools/pools.ts';
import { toolsText } from '#text/en/program/tools.ts';
import { ofOne } from './agencies/one-of.ts';
import { connect } from './connect.ts';
import { emailFrom, firstAdmin, firstAdminFrom } from './first-admin.ts';
import { refusable, Refused } from './refused.ts';

async function run(config: Config): Promise<void> {
  const { values } = parseArgs({ options: { email: { type: 'string' }, name: { type: 'string' } } });
  const email = emailFrom(values.email);
  const person = firstAdminFrom(values);
  // The name is optional for an existing user.
  if (!email || (values.name && !person)) throw new Refused(toolsText.adminUsage);
  const embedded = await connect(config, { share: true, isNew: true });
  const database = openDatabase(embedded.config);
  try {
    await migrate(database);
    console.log(await firstAdmin(database, { email, person, publicUrl: config.publicUrl }));
  } finally {
    await database.end();
    await embedded.stop();
  }
}

await refusable(ofOne(run));
