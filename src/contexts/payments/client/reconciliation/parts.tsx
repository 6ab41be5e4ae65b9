/** What lists of the reconciliation have in common. */
import { useNavigate } from 'react-router-dom';
import type { DifferenceKind, DifferenceState } from '#contexts/payments/contract/reconciliation-words.ts';
import { paymentAccountsText } from '#contexts/payments/text/en/payment-accounts.ts';
import { reconciliationText as say } from '#contexts/payments/text/en/reconciliation.ts';
import { StatusPill, type Tone } from '#kernel/ui/parts/values/status-pill.tsx';
import { TabStrip } from '#kernel/ui/parts/tab-strip.tsx';
import { PaymentTabs } from '../tabs.tsx';

export const home = '/admin/reconciliation';
const tabs = [
  ['days', say.days, home],
  ['rows', say.rows, `${home}/rows`],
  ['differences', say.differences, `${home}/differences`],
  ['files', say.files, `${home}/files`],
] as const;
type Tab = (typeof tabs)[number][0];

export function Tabs({ now }: { now: Tab }) {
  const go = useNavigate();
  return (
    <>
      <PaymentTabs now="reconciliation" />
      <TabStrip
        label={say.tab}
        tabs={tabs.map(([key, label]) => ({ key, label }))}
        now={now}
        onChoose={(chosen) => void go(tabs.find(([key]) => key === chosen)?.[2] ?? home)}
      />
    </>
  );
}

/** PayU, or Razorpay 12: the merchant of an account. */
export function gatewayWords(gateway: string): string {
  const [vendor = '', account] = gateway.split('-');
  const name = (paymentAccountsText.gateways as Readonly<Record<string, string>>)[vendor] ?? vendor;
  return [name, account].filter(Boolean).join(' ');
}

const tones: Readonly<Record<DifferenceState, Tone>> = { open: 'warn', closed: 'plain', gone: 'good' };
interface Brief {
  kind: DifferenceKind;
  state: DifferenceState;
  age: number;
}
/** Older than a file may be late. */
const old = 3;
export const stateWords = ({ state, age }: Brief): string =>
  state === 'open' ? `${say.states.open}, ${say.ageOf(age)}` : say.states[state];
export const statePill = (row: Brief) => (
  <StatusPill tone={row.state === 'open' && row.age > old ? 'bad' : tones[row.state]}>
    {stateWords(row)}
  </StatusPill>
);

export const openWords = (open: number): string => say.openOf(open);
export const openPill = ({ open }: { open: number }) => (
  <StatusPill tone={open > 0 ? 'warn' : 'good'}>{openWords(open)}</StatusPill>
);
