/** Actions on a complaint: note, reassignment, answer, closing, and reopening. */
import { watchersOf } from '#contexts/agency/server/visible.ts';
import {
  type ComplaintAct,
  complaintRoles,
  mayAct,
  mostInADay,
  stateAfter,
} from '#contexts/complaints/contract/complaint-rules.ts';
import {
  endComplaintHold,
  holdForComplaint,
  renewComplaintHold,
} from '#contexts/contact/server/policy/complaint-hold.ts';
import type { SendMessage } from '#contexts/messaging/server/carriers/port.ts';
import { complaintMessages } from '#contexts/complaints/text/en/complaint-messages.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { sql } from '#kernel/server/database/sql.ts';
import * as store from './store.ts';

interface Asked {
  id: string;
  act: ComplaintAct;
  words?: string | undefined;
  ownerId?: number | undefined;
}
const steps: Readonly<Record<ComplaintAct, string>> = {
  note: 'noted',
  assign: 'assigned',
  answer: 'answered',
  close: 'closed',
  reopen: 'reopened',
};
const wrong = (path: string, fault: 'required' | 'invalid'): Failure =>
  new Failure('INVALID_INPUT', {}, [{ path, fault }]);

/** Uses only contact data from the lender: email if available, else a text message. */
async function sendAnswer(
  { tx, actor }: Context,
  held: store.Held,
  { words, send }: { words: string; send: SendMessage },
): Promise<'email' | 'sms' | null> {
  const letter = complaintMessages.answered({ lender: held.lender, number: held.number, words });
  const common = { loanId: held.loanId, purpose: 'complaint' as const, userId: actor.id };
  if (held.email) {
    await send(tx, { ...common, channel: 'email', to: held.email, ...letter });
    return 'email';
  }
  if (!held.mobile) return null;
  await send(tx, { ...common, channel: 'sms', to: held.mobile, text: letter.text });
  return 'sms';
}

async function checkAnswers(tx: Tx, id: number, now: Date): Promise<void> {
  const today = await tx.one<{ n: number }>(sql`
    select count(*)::int as n from complaint_steps where complaint_id = ${id} and what = 'answered'
      and (at at time zone 'Asia/Kolkata')::date = ${businessDay(now)}::date`);
  if (today && today.n >= mostInADay) throw new Failure('COMPLAINT_LIMIT');
}

/** Another owner leads, is active, and is not the person it is about. */
async function checkOwner({ tx }: Context, ownerId: number | undefined, held: store.Held): Promise<void> {
  if (ownerId === undefined) throw wrong('ownerId', 'required');
  if (ownerId === held.aboutId) throw new Failure('OWN_COMPLAINT');
  const able = await tx.one(sql`select 1 as ok from users u join roles r on r.id = u.role_id
    where u.id = ${ownerId} and u.is_active and r.role_type = any(${[...complaintRoles]})`);
  if (!able) throw wrong('ownerId', 'invalid');
}

export async function actOn(
  context: Context,
  asked: Asked,
  { send }: { send: SendMessage },
): Promise<number> {
  const { tx, actor, now, emit } = context;
  const { act, words = '', ownerId } = asked;
  if (ownerId !== undefined && act !== 'assign') throw wrong('ownerId', 'invalid');
  const held = await store.lockComplaint(tx, actor, asked.id);
  if (!held) throw new Failure('NOT_FOUND');
  if (!mayAct(actor, held)) throw new Failure('OWN_COMPLAINT');
  const state = stateAfter(held.state, act);
  if (!state) throw new Failure('COMPLAINT_STATE', { state: held.state });
  if (act === 'assign') await checkOwner(context, ownerId, held);
  else if (act !== 'close' && words === '') throw wrong('words', 'required');
  if (act === 'answer') await checkAnswers(tx, held.id, now);
  const sentBy = act === 'answer' ? await sendAnswer(context, held, { words, send }) : null;
  let { holdId } = held;
  if (act === 'close' && holdId !== null) await endComplaintHold(tx, { id: holdId, by: actor.id, now });
  if (act === 'reopen')
    holdId =
      (await renewComplaintHold(tx, { id: holdId, now })) ??
      (await holdForComplaint(tx, { loanId: held.loanId, note: held.number, by: actor.id, now }));
  await tx.run(sql`
    update complaints set state = ${state}, owner_id = ${act === 'assign' ? (ownerId ?? null) : held.ownerId}, hold_id = ${holdId},
      answered_at = case when ${act === 'answer'} then ${now} else answered_at end,
      closed_at = case when ${act === 'close'} then ${now} when ${act === 'reopen'} then null else closed_at end, updated_at = now()
    where id = ${held.id}`);
  await store.addStep(tx, { id: held.id, at: now, userId: actor.id, what: steps[act], words, sentBy });
  emit('complaints.changed', {
    id: held.id,
    facts: { loanId: held.loanId, number: held.number, act, before: held.state, after: state },
    to: await watchersOf(tx, [held.assigneeId, held.ownerId, ownerId ?? null, actor.id]),
  });
  return held.id;
}
