/** Plans the charges of mandates: which instalments come up, and whether there is anything left to charge. */
import { type OpenInstalment, leftOf, planAt } from '#contexts/payments/contract/autopay-rules.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { randomCode } from '#kernel/server/operation/secret.ts';
import type { InstalmentSource } from '../slots.ts';
import { type Mandate, askEnd, lockMandate } from './store.ts';

export type Sources = () => readonly InstalmentSource[];

/** What is open of the plan a mandate is for. */
export const openInstalments = async (
  tx: Tx,
  sources: Sources,
  { loanId, source }: Pick<Mandate, 'loanId' | 'source'>,
): Promise<OpenInstalment[]> =>
  (await sources()
    .find((one) => one.source === source)
    ?.of(tx, loanId)) ?? [];

/** The plan of a loan: a settlement before promises, as it is the one that was decided. */
export async function planOf(
  tx: Tx,
  sources: Sources,
  loanId: number,
): Promise<{ source: Mandate['source']; open: OpenInstalment[] } | undefined> {
  for (const name of ['settlement', 'promises'] as const) {
    const open = await openInstalments(tx, sources, { loanId, source: name });
    if (open.length > 0) return { source: name, open };
  }
  return undefined;
}

/** Looks at one mandate: plans what comes up, ends what has nothing left, and says when to look again. */
export async function lookAt(tx: Tx, row: number, sources: Sources, now: Date): Promise<void> {
  const mandate = await lockMandate(tx, row);
  if (!mandate || mandate.endAskedAt !== null) return;
  const open = await openInstalments(tx, sources, mandate);
  const left = mandate.terms.filter((term) => typeof leftOf(term, open) === 'number');
  if (!mandate.isAllowed) return askEnd(tx, row, 'off', now);
  if (left.length === 0) return askEnd(tx, row, 'over', now);
  for (const term of left) {
    if (mandate.state !== 'active' || planAt(term.dueOn) > now) continue;
    // Told of one amount, no other is taken: it is planned and told anew, while there is time.
    await tx.run(sql`
      update mandate_charges set state = 'dropped', reason = 'changed', next_at = null, changed_at = ${now}
      where mandate_id = ${row} and instalment = ${term.key} and state in ('planned', 'told', 'announced')
        and amount <> ${leftOf(term, open)}`);
    // One that was sent stays the only one: a failed charge is paid by a link.
    await tx.run(sql`
      insert into mandate_charges (order_id, mandate_id, instalment, due_on, amount, next_at, changed_at)
      values (${randomCode()}, ${row}, ${term.key}, ${term.dueOn}, ${leftOf(term, open)}, ${now}, ${now})
      on conflict (mandate_id, instalment) where state <> 'dropped' do nothing`);
  }
  const next = Math.min(
    now.getTime() + 86_400_000,
    ...left.map(({ dueOn }) => planAt(dueOn).getTime()).filter((at) => at > now.getTime()),
  );
  await tx.run(sql`update mandates set next_look_at = ${new Date(next)} where id = ${row}`);
}
