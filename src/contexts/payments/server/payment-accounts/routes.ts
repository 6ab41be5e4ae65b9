import { type AccountGateway, paymentAccounts } from '#contexts/payments/contract/payment-accounts.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { type Context, type Route, implement } from '#kernel/server/http/implement.ts';
import type { Jobs } from '#kernel/server/work/jobs.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { tableHandlers } from '#kernel/server/database/table.ts';
import { assignJobName, assignSome } from './jobs.ts';
import { type Typed, keysOf } from './rules.ts';

interface Deps {
  jobs: Jobs;
  safe: Safe;
  /** Encryption context of an account's gateway keys. */
  sealedFor(accountId: number, gateway: AccountGateway): string;
}
interface Draft extends Typed {
  clientId?: number;
  gateway?: AccountGateway | null;
}
type Row = Record<string, unknown>;

/** Encrypted for this row, with an id that a new one only has now. */
async function keepKeys(deps: Deps, { tx, emit }: Context, id: number, draft: Draft): Promise<void> {
  const { gateway, merchantKey: key, merchantSecret: secret, webhookSecret: webhook } = draft;
  if (!gateway || key === undefined) return;
  const sealed = deps.safe.seal(JSON.stringify({ key, secret, webhook }), deps.sealedFor(id, gateway));
  await tx.run(sql`
    update payment_accounts set gateway = ${gateway}, merchant_keys = merchant_keys || jsonb_build_object(${gateway}::text, ${sealed}::text)
    where id = ${id}`);
  emit('payment-accounts.keys-changed', { id, facts: { gateway } });
}

const hasKeysFor = async ({ tx }: Context, id: unknown, gateway: AccountGateway | null): Promise<boolean> =>
  gateway !== null &&
  (await tx.one(sql`select from payment_accounts where id = ${id} and merchant_keys ? ${gateway}`)) !==
    undefined;

export const paymentAccountRoutes = (deps: Deps): Route[] =>
  implement(
    paymentAccounts,
    tableHandlers<typeof paymentAccounts>({
      domain: 'payment-accounts',
      table: 'payment_accounts',
      columns: {
        name: 'name',
        clientId: 'client_id',
        path: 'path',
        upiId: 'upi_id',
        most: 'most',
        gateway: 'gateway',
        isActive: 'is_active',
      },
      label: 'name',
      shows: {
        client: sql`(select jsonb_build_object('name', c.name) from clients c where c.id = payment_accounts.client_id)`,
        hasKeys: sql`coalesce(payment_accounts.merchant_keys ? payment_accounts.gateway, false)`,
        webhook: sql`case when payment_accounts.gateway is not null
          then '/api/payments/webhook/' || payment_accounts.gateway || '-' || payment_accounts.id end`,
      },
      search: [{ by: 'client_id', of: 'clients' }],
      async prepare(sent: Row, context, before) {
        const draft = sent as Draft;
        // Payments that are under way belong to this lender.
        if (before && draft.clientId !== undefined && draft.clientId !== before.clientId)
          throw new Failure('INVALID_INPUT', {}, [{ path: 'clientId', fault: 'invalid' }]);
        const { merchantKey, merchantSecret, webhookSecret } = draft;
        const gateway = (draft.gateway === undefined ? before?.gateway : draft.gateway) as
          AccountGateway | null | undefined;
        const typed = { merchantKey, merchantSecret, webhookSecret };
        const isKept = before ? await hasKeysFor(context, before.id, gateway ?? null) : false;
        const keys = keysOf(gateway ?? null, typed, isKept);
        // A gateway is set together with its keys, once the row they are encrypted for has its id.
        const { gateway: _with, ...rest } = sent;
        return keys ? { ...rest, ...keys, gatewayOfKeys: gateway } : sent;
      },
      async finish(id, draft: Row, context) {
        await keepKeys(deps, context, id, { ...draft, gateway: draft['gatewayOfKeys'] as AccountGateway });
        if ((await assignSome(context.tx, id)) !== null)
          await deps.jobs.enqueue(context.tx, assignJobName, { accountId: id });
      },
    }),
  );
