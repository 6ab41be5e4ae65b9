/** The part of the composition root that works in the background: files, exports, mail and messages. */
import type { Config } from '#kernel/server/operation/config.ts';
import { removeFiles } from '#contexts/loans/server/borrower-documents/jobs.ts';
import { followJob } from '#contexts/messaging/server/communications/follow.ts';
import { storeMessages } from '#contexts/messaging/server/communications/import.ts';
import { blockNumbers } from '#contexts/contact/server/dnc/import.ts';
import { flagLoans } from '#contexts/contact/server/dnc/store.ts';
import { exportLists } from '#contexts/files/server/export/export-job.ts';
import { importFiles } from '#contexts/files/server/import/import-job.ts';
import { importKinds } from '#contexts/files/server/import/import-kinds.ts';
import { undoFiles } from '#contexts/files/server/undo/undo-job.ts';
import { allocateAll, reassign } from '#contexts/loans/server/import.ts';
import { assignJob } from '#contexts/payments/server/payment-accounts/jobs.ts';
import { receive } from '#contexts/payments/server/import.ts';
import { settlementMailJob } from '#contexts/settlements/server/mail.ts';
import { photoJob } from '#contexts/work/server/visits/jobs.ts';
import { mailbox } from '#kernel/server/providers/mail/mailbox.ts';
import { smtp } from '#kernel/server/providers/mail/smtp.ts';
import { carriersOf } from '#contexts/messaging/server/carriers/carriers.ts';
import { optInsOf } from '#contexts/messaging/server/carriers/opt-ins.ts';
import { messageJob } from '#contexts/messaging/server/communications/sending.ts';
import { restand } from '#contexts/payments/server/standing.ts';
import { linkJob, mailJob } from '#contexts/agency/server/session/links.ts';
import { exportSources } from './exports.ts';
import type { Clock } from '#kernel/server/operation/clock.ts';
import type { Evaluate } from '#contexts/contact/server/policy/contact.ts';
import type { Database } from '#kernel/server/database/database.ts';
import type { Job } from '#kernel/server/work/jobs.ts';
import type { FileStore } from '#kernel/server/providers/files/port.ts';

const kinds = importKinds({
  allocate: allocateAll,
  blockNumbers,
  flagLoans,
  reassign,
  receive,
  restand,
  storeMessages,
});

/** Who carries mail and messages. */
export function postOf(config: Config, database: Database) {
  const mailer = config.smtpUrl
    ? smtp(config.smtpUrl)
    : mailbox(database, { isDemo: config.mode === 'demo' });
  const hasOptIn = optInsOf(database);
  return { mailer, carriers: carriersOf({ ...config, mailer, hasOptIn, isDemo: config.mode === 'demo' }) };
}
type Post = ReturnType<typeof postOf>;

/** What is done in the background. */
export function workOf(
  o: { database: Database; files: FileStore; publicUrl: string; clock: Clock; evaluate: Evaluate },
  { mailer, carriers }: Post,
): Job[] {
  const { database, files, publicUrl } = o;
  const work = [
    mailJob(mailer),
    linkJob({ database, mailer, publicUrl }),
    settlementMailJob({ database, mailer, files }),
    messageJob({ ...o, carriers }),
    followJob({ database, carriers }),
    assignJob(database),
    exportLists({ database, files, clock: o.clock, sources: exportSources }),
    removeFiles(files),
    ...kinds.map((kind) => importFiles({ database, files, kind })),
    undoFiles(database, kinds),
    photoJob({ database, files }),
  ];
  return work as unknown as Job[];
}
