/** Changing a lender's payment account needs two users, where a policy of authority requires it. */
import { type Act, line } from '#contexts/authority/server/acts/act.ts';
import { plainFacts } from '#contexts/authority/contract/rules.ts';
import { type AccountGateway, paymentAccounts } from '#contexts/payments/contract/payment-accounts.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { byKey } from '#kernel/server/database/table.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import type { Typed } from './rules.ts';

interface Draft extends Typed {
  id?: string;
  name?: string;
  clientId?: number;
  upiId?: string | null;
  gateway?: AccountGateway | null;
  isActive?: boolean;
}
interface Account {
  id: number;
  name: string;
  clientId: number;
  upiId: string | null;
  gateway: string | null;
  isActive: boolean;
  keys: string;
}
const accountOf = (tx: Tx, id: string): Promise<Account | undefined> =>
  tx.one(sql`
    select id, name, client_id as "clientId", upi_id as "upiId", gateway, is_active as "isActive",
      md5(merchant_keys::text) as keys from payment_accounts where ${byKey(id)}`);
const lenderOf = (tx: Tx, id: number): Promise<{ name: string; email: string; person: string } | undefined> =>
  tx.one(sql`
    select name, contact_person_email as email, contact_person as person from clients where id = ${id}`);

/** Changes of the payee; empty for another name or page. */
function linesOf(draft: Draft, is: Account | undefined) {
  const { upiId, gateway, isActive, merchantKey } = draft;
  return [
    ...(upiId !== undefined && upiId !== (is?.upiId ?? null) ? [line('upi', is?.upiId, upiId)] : []),
    ...(gateway !== undefined && gateway !== (is?.gateway ?? null)
      ? [line('gateway', is?.gateway, gateway)]
      : []),
    // Shows that keys change, never their values.
    ...(merchantKey === undefined ? [] : [line('keys', null, '••••')]),
    ...(isActive !== undefined && isActive !== (is?.isActive ?? true)
      ? [line('active', String(is?.isActive ?? true), String(isActive))]
      : []),
  ];
}

export const paymentAccountActs = (safe: Safe): readonly Act[] => {
  const read: Act['read'] = async (draft: Draft, { tx }) => {
    const is = draft.id === undefined ? undefined : await accountOf(tx, draft.id);
    if (draft.id !== undefined && !is) return undefined;
    const clientId = is?.clientId ?? draft.clientId ?? null;
    const lender = clientId === null ? undefined : await lenderOf(tx, clientId);
    const changed = linesOf(draft, is);
    // A new account replaces the lender's previous one for its loans.
    if (!lender || (is && changed.length === 0)) return undefined;
    const { merchantKey, merchantSecret, webhookSecret } = draft;
    const typed = JSON.stringify([merchantKey, merchantSecret, webhookSecret]);
    return {
      name: draft.name ?? is?.name ?? '',
      lines: [line('lender', null, lender.name), ...changed],
      facts: plainFacts({}),
      clientId,
      also: [is?.id, is?.keys, safe.mac(typed, 'keys of an act').toString('hex')],
      told: lender.email === '' ? undefined : { email: lender.email, name: lender.person },
    };
  };
  return [paymentAccounts.edit, paymentAccounts.create].map((endpoint) => ({
    kind: 'account',
    endpoint,
    waitsADay: true,
    read,
  }));
};
