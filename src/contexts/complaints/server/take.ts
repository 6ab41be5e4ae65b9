/** Registers a complaint: places the hold, assigns owner and deadline, and sends the borrower its number. */
import { watchersOf } from '#contexts/agency/server/visible.ts';
import { holdForComplaint } from '#contexts/contact/server/policy/complaint-hold.ts';
import {
  type ComplaintKind,
  aboutPeople,
  mostInADay,
} from '#contexts/complaints/contract/complaint-rules.ts';
import type { SendMessage } from '#contexts/messaging/server/carriers/port.ts';
import { complaintMessages } from '#contexts/complaints/text/en/complaint-messages.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { Emit } from '#kernel/server/live/event.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { sql } from '#kernel/server/database/sql.ts';
import * as store from './store.ts';

const aDay = 86_400_000;

interface TakenIn {
  loanId: number;
  kind: ComplaintKind;
  words: string;
  channel: 'call' | 'page' | 'portal';
  aboutId?: number | undefined;
  /** Null: the borrower on the page. */
  takenBy: number | null;
}
interface Loan {
  assigneeId: number | null;
  mobile: string | null;
  lender: string;
}

/** Rejects a duplicate open complaint and more than the daily limit; `told`: the borrower was notified today. */
async function checkRoom(
  tx: Tx,
  o: Pick<TakenIn, 'loanId' | 'kind' | 'channel'> & { aboutId: number | null; now: Date },
): Promise<{ told: boolean }> {
  const same = await tx.one<{ number: string }>(sql`
    select number from complaints where loan_id = ${o.loanId} and kind = ${o.kind} and about_id is not distinct from ${o.aboutId}
      and state in ('open', 'reopened') order by id limit 1`);
  if (same) throw new Failure('COMPLAINT_OPEN', { number: same.number });
  const today = await tx.one<{ all: number; by: number }>(sql`
    select count(*)::int as all, (count(*) filter (where channel = ${o.channel}))::int as by from complaints
    where loan_id = ${o.loanId} and (created_at at time zone 'Asia/Kolkata')::date = ${businessDay(o.now)}::date`);
  if (today && today.by >= mostInADay) throw new Failure('COMPLAINT_LIMIT');
  return { told: (today?.all ?? 0) > 0 };
}

export async function takeComplaint(
  { tx, now, emit, send }: { tx: Tx; now: Date; emit: Emit; send: SendMessage },
  taken: TakenIn,
): Promise<{ id: number; number: string; dueOn: string }> {
  const { loanId, kind, words, channel, takenBy } = taken;
  if (words === '') throw new Failure('INVALID_INPUT', {}, [{ path: 'words', fault: 'required' }]);
  // Serialised by a lock, so that each sees the previous one.
  const loan = await tx.one<Loan>(sql`
    select l.assignee_id as "assigneeId", l.mobile, c.name as lender from loans l join clients c on c.id = l.client_id
    where l.id = ${loanId} for no key update of l`);
  if (!loan) throw new Failure('NOT_FOUND');
  const aboutId = taken.aboutId ?? (aboutPeople.includes(kind) ? loan.assigneeId : null);
  const owner = await store.ownerFor(tx, { from: loan.assigneeId, not: aboutId });
  const { told } = await checkRoom(tx, { loanId, kind, channel, aboutId, now });
  const days = await store.answerDays(tx);
  const made = await store.insertComplaint(tx, {
    loanId,
    kind,
    words,
    channel,
    takenBy,
    aboutId,
    now,
    ownerId: owner?.id ?? null,
    dueOn: businessDay(new Date(now.getTime() + days * aDay)),
  });
  if (!made) throw new Failure('NOT_FOUND');
  const holdId = await holdForComplaint(tx, { loanId, note: made.number, by: takenBy, now });
  await tx.run(sql`update complaints set hold_id = ${holdId} where id = ${made.id}`);
  await store.addStep(tx, { id: made.id, at: now, userId: takenBy, what: 'taken', words });
  if (loan.mobile && !told)
    await send(tx, {
      loanId,
      channel: 'sms',
      to: loan.mobile,
      text: complaintMessages.taken({ lender: loan.lender, number: made.number, days }),
      purpose: 'complaint',
      userId: takenBy,
    });
  const { number } = made;
  emit('complaints.taken', {
    id: made.id,
    facts: { loanId, number, kind, channel },
    to: await watchersOf(tx, [loan.assigneeId, owner?.id ?? null, takenBy]),
  });
  return made;
}
