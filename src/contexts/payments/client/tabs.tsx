import { useNavigate } from 'react-router-dom';
import { autopayText } from '#contexts/payments/text/en/autopay.ts';
import { heldPaymentsText } from '#contexts/payments/text/en/held-payments.ts';
import { ledgerText } from '#contexts/payments/text/en/ledger.ts';
import { paymentsText as say } from '#contexts/payments/text/en/payments.ts';
import { reconciliationText } from '#contexts/payments/text/en/reconciliation.ts';
import { TabStrip } from '#kernel/ui/parts/tab-strip.tsx';

const home = '/admin/payments';
const tabs = [
  ['realized', say.realized, home],
  ['unrealized', say.unrealized, `${home}/unrealized`],
  ['live', say.live, `${home}/live`],
  ['held', heldPaymentsText.tab, `${home}/held`],
  ['autopay', autopayText.tab, `${home}/autopay`],
  ['ledger', ledgerText.tab, '/admin/ledger'],
  ['reconciliation', reconciliationText.tab, '/admin/reconciliation'],
] as const;
export type PaymentTab = (typeof tabs)[number][0];

/** Payment lists of an admin, each with a separate path. */
export function PaymentTabs({ now }: { now: PaymentTab }) {
  const go = useNavigate();
  return (
    <TabStrip
      label={say.title}
      tabs={tabs.map(([key, label]) => ({ key, label }))}
      now={now}
      onChoose={(chosen) => void go(tabs.find(([key]) => key === chosen)?.[2] ?? home)}
    />
  );
}
