/**
 * Approval of cash differences at the desk: variance, recovery, write-off and undo of a confirmed deposit need a second person
 * above the limit of a policy. An excess and the clearing of short cash need one without a policy too.
 */
import { visibleUsers } from '#contexts/agency/server/visible.ts';
import { plainFacts } from '#contexts/authority/contract/rules.ts';
import { type Act, type ActReading, line } from '#contexts/authority/server/acts/act.ts';
import { cashDeposits } from '#contexts/payments/contract/cash/cash-deposits.ts';
import type { ShortEnd } from '#contexts/payments/contract/cash/cash-rules.ts';
import { cashText as say } from '#contexts/payments/text/en/cash.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Context } from '#kernel/server/http/implement.ts';

interface Deposit {
  userId: number;
  agent: string;
  clientId: number;
  amount: number;
  short: number;
  state: 'made' | 'confirmed' | 'undone';
  slipNumber: string;
  /** Paise of differences, recoveries, write-offs and undone deposits that the caller decided that day. */
  before: number;
}
/** Returns a deposit that the caller may decide: of a visible agent other than the caller. */
async function depositOf({ tx, actor, now }: Context, id: string): Promise<Deposit | undefined> {
  // Serialises the caller's decisions: concurrent ones would not see each other in the sum of the day.
  await tx.run(sql`select pg_advisory_xact_lock(7097, ${actor.id}::int)`);
  return tx.one<Deposit>(sql`
    select d.user_id as "userId", u.first_name || ' ' || u.last_name as agent, d.client_id as "clientId", d.amount, d.short, d.state,
      d.slip_number as "slipNumber",
      (select coalesce(sum(case m.kind when 'written-off' then m.written_off when 'undone' then m.hand else abs(m.variance) end), 0)::bigint
        from cash_moves m where m.by_id = ${actor.id} and (m.kind in ('confirmed', 'recovered', 'written-off') or m.kind = 'undone' and m.transit = 0)
          and m.at >= date_trunc('day', ${now}::timestamptz at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata') as before
    from cash_deposits d join users u on u.id = d.user_id
    where d.id::text = ${id} and d.user_id <> ${actor.id} and ${visibleUsers(actor, sql`d.user_id`)}`);
}

const inRupees = (paise: number): string => `₹${(paise / 100).toLocaleString('en-IN')}`;

interface Difference {
  before?: string | null;
  after: number;
  decision: string;
  reason: string;
  /** Paise included in the daily limit. */
  measured: number;
  also: unknown;
  needsTwo?: ActReading['needsTwo'];
  notBy?: readonly number[];
}
const readingOf = (is: Deposit, o: Difference): ActReading => ({
  name: is.agent,
  lines: [
    line('person', null, is.agent),
    line('amount', o.before, inRupees(o.after)),
    line('decision', null, o.decision),
    line('reason', null, o.reason),
  ],
  // The limit is per day, so that many small differences do not pass it.
  facts: plainFacts({ amount: o.measured + is.before }),
  clientId: is.clientId,
  personId: is.userId,
  needsTwo: o.needsTwo,
  also: o.also,
  // Neither the agent nor the user responsible for the variance may approve.
  notBy: [is.userId, ...(o.notBy ?? [])],
});

const secondBy = 'confirm_cash_deposits' as const;

const isUser = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.one(sql`select 1 as ok from users where id = ${id}`)) !== undefined;

const confirmAct: Act = {
  kind: 'payment',
  endpoint: cashDeposits.confirm,
  secondBy,
  async read(
    asked: { id: string; received: number; reason?: string; ownerId?: number | null },
    context: Context,
  ) {
    const { id, received, reason = '', ownerId } = asked;
    const is = await depositOf(context, id);
    // The endpoint itself rejects deposits that the caller may not confirm.
    if (is?.state !== 'made' || received === is.amount || !reason) return undefined;
    if (ownerId && !(await isUser(context.tx, ownerId))) return undefined;
    return readingOf(is, {
      before: inRupees(is.amount),
      after: received,
      decision: say.confirmsOther(is.slipNumber),
      reason,
      measured: Math.abs(is.amount - received),
      also: [id, received, reason, ownerId ?? null],
      needsTwo: received > is.amount ? 'always' : undefined,
      notBy: ownerId ? [ownerId] : [],
    });
  },
};

const clearAct: Act = {
  kind: 'payment',
  endpoint: cashDeposits.clearShort,
  secondBy,
  async read(
    asked: { id: string; how: ShortEnd; amount: number; slipNumber?: string; reason: string },
    context: Context,
  ) {
    const { id, how, amount, slipNumber, reason } = asked;
    const is = await depositOf(context, id);
    if (!is || amount <= 0 || amount > is.short || (how === 'recovered' && slipNumber === undefined))
      return undefined;
    return readingOf(is, {
      after: amount,
      decision: say.clears[how](slipNumber ?? is.slipNumber),
      reason,
      measured: amount,
      also: [id, how, amount, slipNumber ?? null, reason],
      needsTwo: 'unless-alone',
    });
  },
};

const undoAct: Act = {
  kind: 'payment',
  endpoint: cashDeposits.undo,
  async read(asked: { id: string; reason: string }, context: Context) {
    const { id, reason } = asked;
    const is = await depositOf(context, id);
    if (is?.state !== 'confirmed') return undefined;
    return readingOf(is, {
      after: is.amount,
      decision: say.undoes(is.slipNumber),
      reason,
      measured: is.amount,
      also: [id, reason],
    });
  },
};

export const differenceActs: readonly Act[] = [confirmAct, clearAct, undoAct];
