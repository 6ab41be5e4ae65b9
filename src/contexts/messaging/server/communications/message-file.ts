/** A file of messages: what differs from other files. */
import { type FileNotice, mostExamples } from '#contexts/files/contract/notices.ts';
import { recorded } from '#kernel/contract/channels/channels.ts';
import { refuseUnknown } from '#contexts/files/server/import/apply-loans.ts';
import { type ImportKind, ofLoans } from '#contexts/files/server/import/import-kinds.ts';
import { type ImportJob, refuseRows } from '#contexts/files/server/import/import-store.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import type { PromisesAhead } from '../slots.ts';
import { storeMessages } from './import.ts';

/** Refuses rows on the do-not-call list, which covers every channel, and rows without a text. */
async function refuseUnsendable(tx: Tx, job: ImportJob, actor: ServerActor): Promise<void> {
  await refuseUnknown(tx, job, actor);
  await refuseRows(
    tx,
    sql`select n, reason, case reason when 'do not call' then 'LOAN NUMBER' when 'channel missing' then 'CHANNEL'
          when 'message missing' then 'MESSAGE' else 'MOBILE' end as field
      from (select r.n, case when l.is_dnc then 'do not call'
            when r."channel" is null and j.sends is null then 'channel missing'
            when r."message" is null and not r."channel" = any(${[...recorded]}) and not coalesce(j.sends ? r."channel", false)
              then 'message missing'
            when r."mobile" is null and l.mobile is null then 'mobile missing' end as reason
          from stage r join loans l on l.client_id = ${job.clientId} and l.loan_number = r."loanNumber"
          join file_jobs j on j.id = ${job.id}) judged
      where reason is not null`,
  );
}

/** Borrowers with a future PTP: reported, because a file may remind them or request money. */
async function namePromised(
  tx: Tx,
  job: ImportJob,
  { ahead, day }: { ahead: PromisesAhead; day: string },
): Promise<FileNotice[]> {
  const loans = sql`(select l.id from loans l join stage r on l.client_id = ${job.clientId} and l.loan_number = r."loanNumber")`;
  const row = await tx.one<{ count: number; first: number[] | null }>(sql`
    select count(*)::int as count, (array_agg(r.n order by r.n))[1:${mostExamples}::int] as first
    from (${ahead(day, loans)}) a join loans l on l.id = a.loan_id
      join stage r on l.client_id = ${job.clientId} and l.loan_number = r."loanNumber"`);
  if (!row?.count) return [];
  const examples = (row.first ?? []).map((n) => ({ n, cell: null, value: null }));
  return [{ column: '', kind: 'promise-ahead', reason: null, count: row.count, examples }];
}

export const messageFile = (ahead: () => readonly PromisesAhead[]): ImportKind =>
  ofLoans('IMPORT_MESSAGE_FILE', storeMessages, {
    what: sql`"loanNumber", "channel", "mobile", "message"`,
    twice: { reason: 'duplicate message in file', field: 'MESSAGE' },
    check: refuseUnsendable,
    notices: async (tx, job, now) => {
      const day = businessDay(now);
      const found = await Promise.all(ahead().map((of) => namePromised(tx, job, { ahead: of, day })));
      return found.flat();
    },
    stale: ['communications'],
  });
