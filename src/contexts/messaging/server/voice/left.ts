/** Voicemails among recorded calls: permission, and result. */
import { watchersOf } from '#contexts/agency/server/visible.ts';
import { type Evaluate, keepDecisions } from '#contexts/contact/server/policy/contact.ts';
import { permit } from '#contexts/contact/server/policy/permit.ts';
import { recorded } from '#kernel/contract/channels/channels.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { signal } from '#kernel/server/live/event.ts';
import { contactsOf } from '../communications/contacts.ts';

interface Leaving {
  loanId: number;
  number: string;
  campaignId: number;
  campaign: string;
  text: string;
  templateId: string;
}
const purpose = 'voice-message';

/** Notifies the agent of a changed message. */
const tell = async (tx: Tx, id: number): Promise<void> => {
  const row = await tx.one<{ assigneeId: number | null }>(sql`
    select l.assignee_id as "assigneeId" from messages m join loans l on l.id = m.loan_id where m.id = ${id}`);
  const to = await watchersOf(tx, [row?.assigneeId ?? null]);
  await signal(tx, { stale: ['communications', 'communication-dashboard'], to });
};

/** Requests a contact permit, and stores the message as a contact; null: not permitted. */
export async function permitLeft(
  tx: Tx,
  evaluate: Evaluate,
  { loanId, number, campaignId, campaign, text, templateId }: Leaving,
  now: Date,
): Promise<number | null> {
  const isAgreed = sql`exists (select from voice_opt_ins o where o.mobile = ${number} and o.withdrawn_at is null)`;
  if (!(await tx.one(sql`select 1 as ok where ${isAgreed}`))) return null;
  const ask = { loanId, channel: 'message', number, isSpoken: true } as const;
  const decision = await permit(tx, evaluate, ask, { now });
  if (!decision) return null;
  await keepDecisions(tx, [decision], { now, campaignId });
  if (decision.refusal) return null;
  const row = await tx.one<{ id: number }>(sql`
    with changed as (
      insert into messages (loan_id, channel, mobile, message, purpose, template_id, campaign_name, status, sent_at)
      select ${loanId}, ${recorded[0]}, ${number}, ${text}, ${purpose}, ${templateId}, ${campaign}, 'queued', ${now}
      where ${isAgreed} returning *),
    ${contactsOf(sql`changed`)}
    select id from changed`);
  if (!row) return null;
  await tell(tx, row.id);
  return row.id;
}

/** Result: completed, started, or not started, which was no contact. */
export async function settleLeft(
  tx: Tx,
  id: number,
  { status, fault = null }: { status: 'sent' | 'delivered' | 'failed'; fault?: string | null },
): Promise<void> {
  const changed = await tx.run(sql`
    with changed as (
      update messages set status = ${status}, fault = ${fault}, updated_at = now(),
        sent_at = case when ${status !== 'failed'} then sent_at end
      where id = ${id} and purpose = ${purpose} and status in ('queued', 'sent') returning *),
    ${contactsOf(sql`changed`)} select from changed`);
  if (changed > 0) await tell(tx, id);
}
