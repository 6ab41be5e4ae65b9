/** Messages on answering machines: eligibility, single request, and result. */
import { recorded } from '#kernel/contract/channels/channels.ts';
import { permitLeft, settleLeft } from '#contexts/messaging/server/voice/left.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Attempt } from '../engine/attempt/attempts.ts';
import type { Engine } from '../engine/engine-parts.ts';
import type { Move } from '../engine/move.ts';
import type { messageFates } from '#contexts/dialer/contract/calls.ts';
import { soundOf } from './sound.ts';
import { tellsIn } from './words.ts';

interface Wanted {
  loanId: number;
  number: string;
  campaignId: number;
  campaign: string;
  text: string;
  templateId: string;
  lenders: string[];
}
/** The message of a call's campaign, from the current template. */
const wantedBy = (tx: Tx, id: number): Promise<Wanted | undefined> =>
  tx.one<Wanted>(sql`
    select k.loan_id as "loanId", k.phone as number, c.id as "campaignId", c.name as campaign, t.message as text,
      t.template_id as "templateId", (select jsonb_agg(x.name) from clients x where x.id in (c.client_id, l.client_id)) as lenders
    from call_attempts k join campaigns c on c.id = k.campaign_id join machine_messages m on m.campaign_id = c.id
    join message_templates t on t.id = m.template_id join loans l on l.id = k.loan_id
    where k.id = ${id} and k.phone is not null and t.channel = any(${[...recorded]}) and t.is_active
      and t.template_id <> '' and t.message <> ''`);

/** An answering machine answered: true when a message is to be played. The caller has locked the call. */
export async function leaves(
  { tx, now }: Move,
  { evaluate }: Pick<Engine, 'evaluate'>,
  { id, state }: Attempt,
): Promise<boolean> {
  if (state.endReason !== null || !['originating', 'ringing', 'answered', 'amd'].includes(state.state))
    return false;
  const wanted = await wantedBy(tx, id);
  if (!wanted || tellsIn(wanted.text, wanted.lenders) !== null) return false;
  const messageId = await permitLeft(tx, evaluate, wanted, now);
  if (messageId === null) return false;
  await tx.run(sql`
    update machine_checks set message_id = ${messageId}, sound = ${soundOf(wanted.text)} where attempt_id = ${id}`);
  return true;
}

/** Hands the call to the exchange, which plays the message and hangs up; if it cannot, the call ends. */
export async function leave(
  { provider, database, clock, log }: Engine,
  { id, referenceId: legId }: Pick<Attempt, 'id' | 'referenceId'>,
): Promise<void> {
  const one = await database.one<{ sound: string }>(
    sql`select sound from machine_checks where attempt_id = ${id} and sound is not null and told_at is null`,
  );
  if (!one) return;
  const isLeft = await provider.leave({ legId, sound: one.sound }).catch((error: unknown) => {
    log.warn({ err: error }, 'telephony: no message is left');
    return false;
  });
  if (!isLeft) return provider.hangup(legId);
  await database.run(sql`update machine_checks set told_at = ${clock.now()} where attempt_id = ${id}`);
}

/** Calls with an unrequested message: the server that detected the machine died. */
export const untoldMessages = async (database: Database, now: Date): Promise<number[]> =>
  (
    await database.rows<{ id: number }>(sql`
      select k.id from call_attempts k join machine_checks c on c.attempt_id = k.id
      where k.state = 'amd' and k.end_reason = 'message' and c.told_at is null
        and c.at < ${now}::timestamptz - interval '1 second' limit 50`)
  ).map(({ id }) => id);

type Fate = (typeof messageFates)[number];
/** Progress reported by the exchange. */
export const heardOf = (
  { tx }: Move,
  id: number,
  fate: Extract<Fate, 'begun' | 'whole' | 'none'>,
): Promise<number> =>
  tx.run(sql`
    update machine_checks set fate = ${fate} where attempt_id = ${id} and message_id is not null
      and fate is distinct from 'whole'`);

/** The call is over: cut off if the message had started; unknown if no server received its end. */
export async function settleMessage({ tx }: Move, { id, state }: Attempt): Promise<void> {
  if (state.endReason !== 'message') return;
  const isUnheard = state.cause === null;
  const of = await tx.one<{ messageId: number; fate: Fate }>(sql`
    update machine_checks set fate = case when fate in ('whole', 'none') then fate
      when ${isUnheard} and coalesce(fate, told_at::text) is not null then 'unknown' when fate = 'begun' then 'cut' else 'none' end
    where attempt_id = ${id} and message_id is not null returning message_id as "messageId", fate`);
  if (!of) return;
  const { messageId, fate } = of;
  if (fate === 'whole') await settleLeft(tx, messageId, { status: 'delivered' });
  else if (fate === 'none') await settleLeft(tx, messageId, { status: 'failed', fault: 'message-not-left' });
  else await settleLeft(tx, messageId, { status: 'sent', fault: `message-${fate}` });
}
