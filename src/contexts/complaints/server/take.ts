/** A complaint is taken in: the loan rests, it gets an owner and a day, and the borrower its number. */
import { watchersOf } from '#contexts/agency/server/visible.ts';
import { holdForComplaint } from '#contexts/contact/server/policy/complaint-hold.ts';
import { type ComplaintKind, aboutPeople } from '#contexts/complaints/contract/complaint-rules.ts';
import type { SendMessage } from '#contexts/messaging/server/carriers/port.ts';
import { complaintMessages } from '#contexts/complaints/text/en/complaint-messages.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { Emit } from '#kernel/server/live/event.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { sql } from '#kernel/server/database/sql.ts';
import * as store from './store.ts';

const aDay = 86_400_000;

export interface TakenIn {
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

export async function takeComplaint(
  { tx, now, emit, send }: { tx: Tx; now: Date; emit: Emit; send: SendMessage },
  taken: TakenIn,
): Promise<{ id: number; number: string; dueOn: string }> {
  const { loanId, kind, words, channel, takenBy } = taken;
  if (words === '') throw new Failure('INVALID_INPUT', {}, [{ path: 'words', fault: 'required' }]);
  const loan = await tx.one<Loan>(sql`
    select l.assignee_id as "assigneeId", l.mobile, c.name as lender from loans l join clients c on c.id = l.client_id
    where l.id = ${loanId}`);
  if (!loan) throw new Failure('NOT_FOUND');
  const aboutId = taken.aboutId ?? (aboutPeople.includes(kind) ? loan.assigneeId : null);
  const owner = await store.ownerFor(tx, { from: loan.assigneeId, not: aboutId });
  const holdId = await holdForComplaint(tx, { loanId, note: words.slice(0, 500), by: takenBy, now });
  const days = await store.answerDays(tx);
  const made = await store.insertComplaint(tx, {
    loanId,
    kind,
    words,
    channel,
    takenBy,
    aboutId,
    holdId,
    now,
    ownerId: owner?.id ?? null,
    dueOn: businessDay(new Date(now.getTime() + days * aDay)),
  });
  if (!made) throw new Failure('NOT_FOUND');
  await store.addStep(tx, { id: made.id, at: now, userId: takenBy, what: 'taken', words });
  if (loan.mobile)
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
