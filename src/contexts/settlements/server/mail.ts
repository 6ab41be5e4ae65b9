/** Mails about settlements: stored in the transaction of the change, sent by a job, with an event when sent. */
import { Failure } from '#kernel/contract/failure.ts';
import { isAllowedAddress } from '#contexts/lenders/contract/rules/letter-rules.ts';
import { watchersOf } from '#contexts/agency/server/visible.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { signal } from '#kernel/server/live/event.ts';
import type { Job, Jobs } from '#kernel/server/work/jobs.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { FileStore } from '#kernel/server/providers/files/port.ts';
import type { Mailer } from '#kernel/server/providers/mail/port.ts';
import { type Letter, settlementMailText as say } from '#contexts/settlements/text/en/settlement-mail.ts';
import { settlementsFrom, recovery } from './store.ts';

interface Input {
  settlementId: number;
  /** Keys of its documents. */
  attachments?: string[];
  to: string;
  subject: string;
  body: string;
}
const jobName = 'settlement.mail';

interface Proposed extends Letter {
  to: string;
  subject: string;
  emailStatus: string | null;
}
/** The proposed text of the mail; the borrower's number is masked (G074). */
export async function proposed(tx: Tx, id: number): Promise<Proposed> {
  const row = await tx.one<
    Omit<Proposed, 'subject' | 'message' | 'recoveryOnPos' | 'waiverOnPos'> & { rate: number | null }
  >(sql`
    select coalesce(c.contact_person_email, '') as to, l.loan_number as "applicationId", b.name as "customerName",
      coalesce(b.state_name, '') as state, coalesce(b.city_name, '') as "branchName",
      coalesce('XXXXXX' || right(l.mobile, 4), '') as "contactNumber", coalesce(l.current_dpd_bucket, '') as bkt,
      t.principal_outstanding as pos, l.total_outstanding as tos, t.amount as "settlementAmount", ${recovery} as rate,
      t.email_status as "emailStatus"
    ${settlementsFrom} join clients c on c.id = l.client_id where t.id = ${id}`);
  if (!row) throw new Error('no settlement to write of');
  const { rate, ...facts } = row;
  const percent = (value: number): string => `${value.toFixed(2)} %`;
  return {
    ...facts,
    subject: say.subject(facts.applicationId, facts.customerName),
    message: say.message,
    recoveryOnPos: rate === null ? '' : percent(rate),
    waiverOnPos: rate === null ? '' : percent(100 - rate),
  };
}

interface Allowing {
  client: string;
  written: string;
}
/**
 * Checks recipients against the lender's allow list; the sender's address is always allowed, because they see the
 * content anyway.
 */
export async function checkAddresses(
  tx: Tx,
  senderId: number,
  { loanId }: { loanId: number },
  to: readonly string[],
): Promise<void> {
  const row = await tx.one<Allowing>(sql`
    select c.name as client, concat_ws(' ', c.letter_addresses, c.contact_person_email,
      (select string_agg(u.email, ' ') from users u where (u.client_id = c.id and u.is_active) or u.id = ${senderId})) as written
    from loans l join clients c on c.id = l.client_id where l.id = ${loanId}`);
  const refused = to.find((address) => !isAllowedAddress(address, row?.written ?? ''));
  if (refused !== undefined)
    throw new Failure('ADDRESS_NOT_ALLOWED', { address: refused, client: row?.client ?? '' });
}

export async function sendLetter(
  tx: Tx,
  jobs: Jobs,
  id: number,
  {
    to,
    subject,
    attachments = [],
    ...letter
  }: Letter & { to: string; subject: string; attachments?: string[] },
): Promise<void> {
  await tx.run(sql`update settlements set email_status = 'queued', updated_at = now() where id = ${id}`);
  await jobs.enqueue<Input>(tx, jobName, {
    settlementId: id,
    to,
    // A name from a file may contain line breaks; a subject may not.
    subject: subject.replace(/\p{Cc}+/gu, ' '),
    attachments,
    body: say.body(letter),
  });
}

const settle = (database: Database, id: number, status: 'sent' | 'failed'): Promise<void> =>
  database.transaction(async (tx) => {
    const row = await tx.one<{ assigneeId: number | null; userId: number }>(sql`
      update settlements t set email_status = ${status} from loans l
      where t.id = ${id} and l.id = t.loan_id returning l.assignee_id as "assigneeId", t.user_id as "userId"`);
    if (!row) return;
    await signal(tx, { stale: ['settlements'], to: await watchersOf(tx, [row.assigneeId, row.userId]) });
  });

/** Common size limit of mail servers. */
const mostBytes = 20 * 1024 * 1024;
/** Keys of a settlement's documents, if one email can include them all. */
export async function attachable(tx: Tx, settlementId: number): Promise<string[]> {
  const papers = await tx.rows<{ key: string; bytes: number }>(sql`
    select d.key, u.bytes from settlement_documents d join uploads u on u.key = d.key
    where d.settlement_id = ${settlementId} order by d.id`);
  if (papers.reduce((sum, { bytes }) => sum + bytes, 0) > mostBytes) throw new Failure('TOO_LARGE');
  return papers.map(({ key }) => key);
}
/** Those that are still there. */
const papersOf = (
  tx: Tx,
  keys: readonly string[],
): Promise<{ key: string; name: string; contentType: string }[]> =>
  tx.rows(sql`
    select d.key, d.name, u.content_type as "contentType" from settlement_documents d join uploads u on u.key = d.key
    where d.key = any(${[...keys]}) order by d.id`);

/** Marked sent when the mail server accepted it (G112). */
export const settlementMailJob = (o: {
  database: Database;
  mailer: Mailer;
  files: Pick<FileStore, 'get'>;
}): Job<Input> => ({
  name: jobName,
  retries: 5,
  async run({ settlementId, attachments: keys = [], ...mail }, { isLastTry }) {
    try {
      const papers = await papersOf(o.database, keys);
      const attachments = await Promise.all(
        papers.map(async ({ key, ...paper }) => ({ ...paper, content: await o.files.get(key) })),
      );
      await o.mailer.send({ ...mail, attachments });
    } catch (error) {
      if (isLastTry) await settle(o.database, settlementId, 'failed');
      throw error;
    }
    await settle(o.database, settlementId, 'sent');
  },
});
