/** Built-in gateway: a page to choose a payment's result, or an amount that determines it. */
import type { ToldState } from '#contexts/payments/contract/pay/order-states.ts';
import type { Database } from '#kernel/server/database/database.ts';
import type { Signer } from '#kernel/server/operation/secret.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { type Gateway, Unverified, type GatewayNews, plainText } from './port.ts';
import { type SandboxMandates, sandboxMandates } from './sandbox-autopay.ts';

export const sandboxOutcomes = ['success', 'failure', 'pending', 'late', 'duplicate', 'reversed'] as const;
export type SandboxOutcome = (typeof sandboxOutcomes)[number];
/** The paise of an amount determine the result: 100.91 succeeds, 100.92 fails, and so on. */
export const sandboxOutcomeOf = (amount: number): SandboxOutcome | undefined =>
  sandboxOutcomes[(amount % 100) - 91];

const merchant = 'sandbox';
const lateBy = 10;
const words: Readonly<Record<ToldState, string>> = {
  pending: 'The bank has not confirmed the payment yet.',
  failed: 'The bank declined the payment.',
  success: 'Payment received.',
  reversed: 'The bank took the payment back.',
};

interface Kept {
  attemptId: string;
  outcome: SandboxOutcome;
  amount: number;
  isReady: boolean;
}

const statesOf: Readonly<Record<SandboxOutcome, readonly ToldState[]>> = {
  success: ['success'],
  failure: ['failed'],
  pending: ['pending'],
  late: ['success'],
  duplicate: ['success', 'success', 'success'],
  reversed: ['success', 'reversed'],
};

const newsOf = ({ attemptId, amount }: Kept, state: ToldState): GatewayNews => ({
  attemptId,
  reference: `SBX${attemptId
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 14)
    .toUpperCase()}`,
  merchant,
  currency: 'INR',
  amount,
  state,
  message: words[state],
});

/** Sandbox callback: its content and signature. */
export interface SandboxCall {
  body: string;
  headers: Record<string, string>;
}
export interface Sandbox extends Gateway, Pick<SandboxMandates, 'chooseMandate' | 'mandateAt'> {
  /** Stores the choice and returns the resulting callbacks in order. */
  choose(attempt: { id: string; amount: number }, outcome: SandboxOutcome): Promise<SandboxCall[]>;
}

export function sandbox(database: Database, signer: Signer): Sandbox {
  const callFor = (verdict: GatewayNews): SandboxCall => {
    const body = JSON.stringify(verdict);
    const { kid, sig } = signer.sign(body);
    return { body, headers: { 'x-sandbox-signature': `${kid}.${sig}` } };
  };
  const ask: Gateway['ask'] = async ({ id }) => {
    const kept = await database.one<Kept>(sql`
        select attempt_id as "attemptId", outcome, amount, ready_at <= now() as "isReady"
        from sandbox_payments where attempt_id = ${id}`);
    if (!kept) return null;
    const state = kept.isReady ? statesOf[kept.outcome].at(-1) : undefined;
    return newsOf(kept, state ?? 'pending');
  };
  /** Charges come out as payments do: the paise of an amount choose. */
  const keep: Parameters<typeof sandboxMandates>[1]['keep'] = ({ id, amount }, isPaid) => {
    const outcome = isPaid ? (sandboxOutcomeOf(amount) ?? 'success') : 'failure';
    return database.run(sql`
      insert into sandbox_payments (attempt_id, outcome, amount, ready_at)
      values (${id}, ${outcome}, ${amount}, now() + make_interval(secs => ${outcome === 'late' ? lateBy : 0}))
      on conflict (attempt_id) do nothing`);
  };
  return {
    ...sandboxMandates(database, { ask, keep }),
    name: 'sandbox',
    merchant,
    origins: [],
    begin: async ({ id }) => ({ url: `/pay/sandbox/${id}` }),
    read({ body, headers }) {
      const [kid = '', sig = ''] = (headers['x-sandbox-signature'] ?? '').split('.');
      if (!signer.isValid(body, { kid, sig })) throw new Unverified();
      const told = JSON.parse(body) as GatewayNews;
      return { ...told, message: plainText(told.message) };
    },
    ask,
    async choose({ id, amount }, outcome) {
      const wait = outcome === 'late' ? lateBy : 0;
      await database.run(sql`
        insert into sandbox_payments (attempt_id, outcome, amount, ready_at)
        values (${id}, ${outcome}, ${amount}, now() + make_interval(secs => ${wait}))
        on conflict (attempt_id) do nothing`);
      if (outcome === 'late') return [];
      return statesOf[outcome].map((state) =>
        callFor(newsOf({ attemptId: id, outcome, amount, isReady: true }, state)),
      );
    },
  };
}
