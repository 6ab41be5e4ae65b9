/** `npm run audit`: verifies the audit log from its first event on; `-- --accept "why"` accepts its current state. */
import { parseArgs } from 'node:util';
import { openAnchors, vouch } from '#app/server/operation/audit-anchors.ts';
import { type Standing, auditWatch } from '#app/server/operation/audit-watch.ts';
import { openDatabase } from '#app/database/pools/pools.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import type { Config } from '#app/server/config.ts';
import { openSafe } from '#app/server/operation/safe.ts';
import { auditFault } from '#text/en/mail.ts';
import { toolsText } from '#text/en/program/tools.ts';
import { ofOne } from './agencies/one-of.ts';
import { connect } from './connect.ts';
import { refusable, Refused } from './refused.ts';

const faultOf = (standing: Standing): string | null =>
  standing.is === 'whole' ? null : auditFault(standing);

async function run(config: Config): Promise<void> {
  const { values } = parseArgs({ options: { accept: { type: 'string' } } });
  const reason = values.accept?.trim();
  if (reason === '') throw new Refused(toolsText.auditUsage);
  const embedded = await connect(config, { share: true });
  const database = openDatabase(embedded.config);
  try {
    const anchors = openAnchors({ safe: openSafe(config), ...config });
    const watch = auditWatch(database, anchors);
    // What happened since the servers were stopped is part of it.
    await database.run(sql`select seal_events(100000)`);
    const seen = await watch.look();
    const standing = seen.is === 'whole' ? await watch.whole() : seen;
    if (standing.is === 'whole') console.log(toolsText.auditWhole(standing.n, standing.hash));
    else console.log(toolsText.auditFault(auditFault(standing)));
    if (!reason) {
      if (standing.is !== 'whole') process.exitCode = 1;
      return;
    }
    await database.transaction(async (tx) => {
      const events = eventLog(null, null);
      events.emit('system.audit-accepted', { facts: { reason, fault: faultOf(standing) } });
      await events.flush(tx, []);
      const mark = await vouch(tx, anchors);
      console.log(toolsText.auditAccepted(mark.n));
    });
  } finally {
    await database.end();
    await embedded.stop();
  }
}

await refusable(ofOne(run));
