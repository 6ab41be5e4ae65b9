/** The part of the composition root that works in the background: files, exports, mail and messages. */
import type { Config } from './config.ts';
import { removeFiles } from './domains/borrower-documents/jobs.ts';
import { followJob } from './domains/communications/follow.ts';
import { storeMessages } from './domains/communications/import.ts';
import { blockNumbers } from './domains/dnc/import.ts';
import { flagLoans } from './domains/dnc/store.ts';
import { exportLists } from './domains/files/export-job.ts';
import { importFiles } from './domains/files/import-job.ts';
import { importKinds } from './domains/files/import-kinds.ts';
import { undoFiles } from './domains/files/undo-job.ts';
import { allocateAll, reassign } from './domains/loans/import.ts';
import { assignJob } from './domains/payment-accounts/jobs.ts';
import { receive } from './domains/payments/import.ts';
import { settlementMailJob } from './domains/settlements/mail.ts';
import { photoJob } from './domains/visits/jobs.ts';
import { mailbox } from './providers/mail/mailbox.ts';
import { smtp } from './providers/mail/smtp.ts';
import { carriersOf } from './providers/messaging/carriers.ts';
import { optInsOf } from './providers/messaging/opt-ins.ts';
import { messageJob } from './domains/communications/sending.ts';
import { restand } from './domains/payments/standing.ts';
import { linkJob, mailJob } from './domains/session/links.ts';
import { exportSources } from './exports.ts';
import type { Clock } from './kernel/clock.ts';
import type { Evaluate } from './kernel/contact.ts';
import type { Database } from './kernel/database.ts';
import type { Job } from './kernel/jobs.ts';
import type { FileStore } from './providers/files/port.ts';

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
