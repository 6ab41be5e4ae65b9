import type { WireRow } from '#kernel/contract/endpoint.ts';
import {
  type AccountGateway,
  accountGateways,
  paymentAccounts,
} from '#contexts/payments/contract/payment-accounts.ts';
import { payPages } from '#contexts/payments/contract/pay/pay-pages.ts';
import { paymentAccountsText as say } from '#contexts/payments/text/en/payment-accounts.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { type Values, fieldsOf } from '#kernel/ui/form/fields.ts';
import { masterScreen } from '#kernel/ui/master/master-screen.tsx';

type Account = WireRow<typeof paymentAccounts.list>;
const col = columnsOf(paymentAccounts.list);
const field = fieldsOf(paymentAccounts.create);
const at =
  (...wanted: AccountGateway[]) =>
  ({ gateway }: Values): boolean =>
    wanted.some((one) => one === gateway);
const gatewayName = ({ gateway }: Account): string => (gateway ? say.gateways[gateway] : say.ofInstallation);

/** Payment account of each lender. */
export const PaymentAccountsScreen = masterScreen({
  source: paymentAccounts,
  says: say,
  columns: [
    col.text('name', say.name, { width: 200 }),
    col.of('client', say.client, ({ client }) => client.name, { width: 190 }),
    col.of('path', say.path, ({ path }) => path && `/pay/${path}`, { width: 210 }),
    col.text('upiId', say.upiId, { width: 190 }),
    col.of('gateway', say.gateway, gatewayName, { width: 150 }),
    col.of('hasKeys', say.keys, ({ hasKeys }) => (hasKeys ? say.stored : null), { width: 90 }),
    col.text('webhook', say.webhook, { width: 260 }),
    col.of('isActive', say.active, ({ isActive }) => (isActive ? say.active : say.inactive), { width: 100 }),
  ],
  fields: [
    field.text('name', say.name),
    field.pick('clientId', say.client, { fixed: true }),
    field.choice('path', say.path, {
      choices: payPages.map(({ path, name }) => ({ value: path, label: name })),
      hint: say.pathHint,
    }),
    field.text('upiId', say.upiId),
    field.money('most', say.most),
    field.choice('gateway', say.gateway, {
      choices: accountGateways.map((value) => ({ value, label: say.gateways[value] })),
      hint: say.gatewayHint,
    }),
    field.text('merchantKey', say.merchantKey, { show: at(...accountGateways), hint: say.keysHint }),
    field.text('merchantSecret', say.merchantSecret, { show: at(...accountGateways) }),
    field.text('webhookSecret', say.webhookSecret, { show: at('razorpay') }),
    field.flag('isActive', say.active, { initial: true }),
  ],
});
