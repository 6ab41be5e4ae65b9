/** Mandates of the built-in gateway: a person is the bank here too, and may pause, resume or revoke at any time. */
import { type ToldMandate, registrationAmount } from '#contexts/payments/contract/autopay/autopay-rules.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Autopay, Gateway } from './port.ts';

export const sandboxMandateStates = ['active', 'rejected', 'paused', 'expired', 'revoked'] as const;
export type SandboxMandate = (typeof sandboxMandateStates)[number];

export interface SandboxMandates {
  autopay: Autopay;
  /** Choice on the sandbox page; final states remain, and an accepted mandate cannot be rejected. */
  chooseMandate(id: string, state: SandboxMandate): Promise<void>;
  mandateAt(id: string): Promise<SandboxMandate | undefined>;
}
interface Books {
  ask: Gateway['ask'];
  /** Stores a payment's result; once per order. */
  keep(payment: { id: string; amount: number }, isPaid: boolean): Promise<unknown>;
}

export function sandboxMandates(database: Database, { ask, keep }: Books): SandboxMandates {
  const mandateAt = async (id: string): Promise<SandboxMandate | undefined> =>
    (
      await database.one<{ state: SandboxMandate }>(
        sql`select state from sandbox_mandates where order_id = ${id}`,
      )
    )?.state;
  const chooseMandate = async (id: string, state: SandboxMandate): Promise<void> => {
    const was = await mandateAt(id);
    const isOver = was === 'revoked' || was === 'expired' || was === 'rejected';
    if (isOver || (was !== undefined && state === 'rejected')) return;
    await database.run(sql`
      insert into sandbox_mandates (order_id, state) values (${id}, ${state})
      on conflict (order_id) do update set state = excluded.state`);
    if (was === undefined) await keep({ id, amount: registrationAmount }, state !== 'rejected');
  };
  return {
    chooseMandate,
    mandateAt,
    autopay: {
      noticeHours: 24,
      register: async ({ id }) => ({ url: `/pay/sandbox-mandate/${id}` }),
      async ask({ id }) {
        const state: ToldMandate = (await mandateAt(id)) ?? 'registering';
        return { state, token: `SBM${id.replaceAll(/\W/g, '').slice(0, 14).toUpperCase()}`, message: '' };
      },
      announce: async () => null,
      charge: async ({ id: mandate }, charge) =>
        void (await keep(charge, (await mandateAt(mandate)) === 'active')),
      askCharge: ask,
      end: ({ id }) => chooseMandate(id, 'revoked'),
    },
  };
}
