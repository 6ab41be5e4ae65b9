import type { AccountGateway } from '#contexts/payments/contract/payment-accounts.ts';
import type { Database } from '#kernel/server/database/database.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import { openSigner } from '#kernel/server/operation/secret.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { payu } from './payu.ts';
import type { Gateway, Gateways } from './port.ts';
import { razorpay } from './razorpay.ts';
import { type Sandbox, sandbox } from './sandbox.ts';

/** With the one of demos. */
interface OurGateways extends Gateways {
  sandbox: Sandbox | undefined;
}
interface MerchantKeys {
  key: string;
  secret: string;
  webhook?: string;
}
/** Encryption context of a merchant's keys. */
export const sealedFor = (accountId: number, gateway: AccountGateway): string =>
  `payment-account ${accountId} ${gateway}`;
/** Name of an account's gateway in URLs and attempts. */
export const nameOf = (gateway: AccountGateway, accountId: number): string => `${gateway}-${accountId}`;

const usual = { payu: 'https://secure.payu.in', razorpay: 'https://api.razorpay.com' };
interface Row {
  keys: Partial<Record<AccountGateway, string>>;
}

/** The first of the installation is the default; the sandbox moves no money and is for demos alone. */
export async function gatewaysOf(o: {
  database: Database;
  safe: Safe;
  isDemo: boolean;
  razorpayUrl?: string;
  payuUrl?: string;
}): Promise<OurGateways> {
  const built = o.isDemo ? sandbox(o.database, await openSigner(o.database, 'sandbox')) : undefined;
  const ours = [
    ...(o.razorpayUrl ? [razorpay(o.razorpayUrl)] : []),
    ...(o.payuUrl ? [payu(o.payuUrl)] : []),
    ...(built ? [built] : []),
  ];
  // An account's merchant uses the endpoints of the installation's.
  const places = { payu: o.payuUrl ?? usual.payu, razorpay: o.razorpayUrl ?? usual.razorpay };
  const make = { payu, razorpay };
  const rowOf = (accountId: number): Promise<Row | undefined> =>
    o.database.one<Row>(sql`select merchant_keys as keys from payment_accounts where id = ${accountId}`);
  const merchantAt = (vendor: AccountGateway, accountId: number, sealed: string): Gateway => {
    const { key, secret, webhook } = JSON.parse(
      o.safe.open(sealed, sealedFor(accountId, vendor)),
    ) as MerchantKeys;
    const url = new URL(places[vendor]);
    url.username = encodeURIComponent(key);
    url.password = encodeURIComponent(secret);
    url.searchParams.delete('account');
    if (webhook !== undefined) url.searchParams.set('webhook', webhook);
    return { ...make[vendor](url.href), name: nameOf(vendor, accountId) };
  };
  return {
    sandbox: built,
    origins: [
      ...new Set([
        ...ours.flatMap(({ origins }) => origins),
        ...Object.values(places).map((url) => new URL(url).origin),
        'https://rzp.io',
      ]),
    ],
    of({ accountId, ownGateway, ownKeys }) {
      if (!ownGateway) return ours[0];
      return ownKeys === null ? undefined : merchantAt(ownGateway, accountId, ownKeys);
    },
    async named(name) {
      const own = /^(payu|razorpay)-(\d{1,15})$/.exec(name);
      if (!own) return ours.find((gateway) => gateway.name === name);
      const vendor = own[1] as AccountGateway;
      const accountId = Number(own[2]);
      // An inactive merchant may still send events of old payments.
      const sealed = (await rowOf(accountId))?.keys[vendor];
      return sealed === undefined ? undefined : merchantAt(vendor, accountId, sealed);
    },
  };
}
