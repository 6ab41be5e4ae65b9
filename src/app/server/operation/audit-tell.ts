/** Reports the state of the audit chain: an anchor in the external log, and an alert to admins when invalid. */
import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import type { Mailer } from '#kernel/server/providers/mail/port.ts';
import { startupText } from '#text/en/program/startup.ts';
import { mailText } from '#text/en/mail.ts';
import type { Anchors } from './audit-anchors.ts';
import type { AuditWatch, Standing } from './audit-watch.ts';

const markEvery = 3_600_000;

const adminsOf = (database: Database): Promise<{ email: string; name: string }[]> =>
  database.rows(sql`select u.email, u.first_name as name from users u join roles r on r.id = u.role_id
    where u.is_active and r.role_type in ('system_admin', 'admin') order by u.id`);

export function auditTeller(o: {
  database: Database;
  watch: AuditWatch;
  anchors: Pick<Anchors, 'isOtherKey'>;
  mailer: Mailer;
  log: Logger;
  publicUrl: string;
}): () => Promise<Standing> {
  let told = '';
  let marked = -Infinity;

  // Not as a job: its row could be deleted by the one who changed the chain.
  async function write(standing: Exclude<Standing, { is: 'whole' }>): Promise<void> {
    for (const { email, name } of await adminsOf(o.database)) {
      const letter = mailText.auditBroken({ name, url: o.publicUrl, standing });
      await o.mailer
        .send({ to: email, ...letter })
        .catch((error: unknown) =>
          o.log.error({ err: error }, 'the state of the audit chain reached nobody'),
        );
    }
  }

  let isFirst = true;
  return async () => {
    // Before it creates anchors.
    if (isFirst && (await o.anchors.isOtherKey(o.database))) o.log.error(startupText.otherKey);
    isFirst = false;
    const standing = await o.watch.look();
    if (standing.is === 'whole') {
      if (told || performance.now() - marked >= markEvery) {
        o.log.info({ audit: standing }, 'audit chain');
        marked = performance.now();
      }
      told = '';
      return standing;
    }
    const news = JSON.stringify(standing);
    if (news === told) return standing;
    told = news;
    o.log.error({ audit: standing }, 'the audit chain does not hold');
    await write(standing);
    return standing;
  };
}
