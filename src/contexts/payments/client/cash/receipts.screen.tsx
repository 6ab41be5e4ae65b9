/** Receipts of cash: of the agent, to choose for a deposit, and of everybody a lead or the desk sees. */
import { useState } from 'react';
import { cash } from '#contexts/payments/contract/cash/cash.ts';
import { cashAges, receiptStates } from '#contexts/payments/contract/cash/cash-rules.ts';
import { cashText as say } from '#contexts/payments/text/en/cash.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { ScreenBones } from '#kernel/ui/list/list-states.tsx';
import { useSettled } from '#kernel/ui/list/use-settled.ts';
import type { BarProps } from '#kernel/ui/list/list-spec.ts';
import { exactRupees, momentWords } from '#kernel/ui/parts/values/format.ts';
import { StatusPill, type Tone } from '#kernel/ui/parts/values/status-pill.tsx';
import { DepositForm } from './deposit-form.tsx';
import { InHand } from './in-hand.tsx';
import { type Receipt, ReceiptSheet } from './receipt-sheet.tsx';
import { CashTabs } from './tabs.tsx';
import { VoidReceipt } from './words-forms.tsx';
import { greyed } from '#kernel/ui/parts/greyed.ts';

const col = columnsOf(cash.receipts);
const filter = filtersOf(cash.receipts);
const tones = {
  'in-hand': 'warn',
  deposited: 'info',
  confirmed: 'good',
  void: 'plain',
} as const satisfies Record<Receipt['state'], Tone>;
const pill = ({ state }: Receipt) => <StatusPill tone={tones[state]}>{say.states[state]}</StatusPill>;
const ageOf = ({ state, ageDays }: Receipt): string => (state === 'in-hand' ? say.days(ageDays) : '');

function Open(row: Receipt) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={`${look.plain} ${look.small}`} onClick={() => setOpen(true)}>
        {say.receipt}
      </button>
      {isOpen && <ReceiptSheet receipt={row} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Receipts selected for one deposit; each lender has a separate account. */
function Chosen({ ids, clear }: BarProps) {
  const { data } = useRead(cash.receipts, { mine: true, state: 'in-hand', size: 500 });
  const [isOpen, setOpen] = useState(false);
  const chosen = data?.rows.filter(({ id }) => ids.has(id)) ?? [];
  const [first] = chosen;
  const isOne = first !== undefined && chosen.every(({ clientId }) => clientId === first.clientId);
  const amount = chosen.reduce((sum, one) => sum + one.amount, 0);
  const close = (): void => {
    setOpen(false);
    clear();
  };
  return (
    <>
      <button
        type="button"
        className={look.main}
        {...greyed(!isOne && say.oneLender)}
        onClick={() => setOpen(true)}
      >
        {isOne || chosen.length === 0 ? say.depositChosen(ids.size) : say.oneLender}
      </button>
      {isOpen && first && (
        <DepositForm
          clientId={first.clientId}
          client={first.client}
          amount={amount}
          receiptIds={chosen.map(({ id }) => id)}
          onClose={close}
        />
      )}
    </>
  );
}

const states = filter('state', say.state, {
  choices: receiptStates.map((value) => ({ value, label: say.states[value] })),
});
const days = filter('fromDate', say.from, { until: 'toDate' });
const number = col.text('number', say.number, { pin: 'start', width: 140 });
const amount = col.money('amount', say.amount);
const rest = [
  col.text('borrower', say.borrower, { width: 190 }),
  col.text('loanNumber', say.loanNumber, { width: 150 }),
  col.custom('state', say.state, pill, { text: ({ state }) => say.states[state], width: 120 }),
  col.of('ageDays', say.age, ageOf, { width: 90 }),
  col.moment('takenAt', say.takenAt),
  col.text('client', say.client),
];
const receipt = col.custom('checkUrl', say.receipt, Open, { text: ({ number: told }) => told, width: 120 });
const card = (whose: (row: Receipt) => string) => (row: Receipt) => ({
  who: row.borrower,
  much: exactRupees(row.amount),
  next: (
    <>
      {pill(row)} {[row.number, momentWords(row.takenAt), whose(row), ageOf(row)].filter(Boolean).join(' · ')}
    </>
  ),
  more: <Open {...row} />,
});
const sum = (summary: unknown): Record<string, string> => ({
  amount: exactRupees((summary as { amount: number } | undefined)?.amount ?? 0),
});

const OwnReceipts = listScreen({
  source: cash.receipts,
  title: say.mineTitle,
  empty: say.mineEmpty,
  fixed: { mine: true },
  above: () => (
    <>
      <CashTabs now="mine" />
      <InHand />
    </>
  ),
  filters: [states, days, filter('clientIds', say.client)],
  columns: [number, amount, ...rest, receipt],
  selectable: ({ state }) => state === 'in-hand',
  bar: Chosen,
  totals: sum,
  card: card(({ client }) => client),
});

/** Receipts load after the cash in hand: its cards are above them, and would shift them. */
export function CashInHandScreen() {
  const isSettled = useSettled(useRead(cash.hand, {}).isPending);
  return isSettled ? <OwnReceipts /> : <ScreenBones columns={8} />;
}

export const CashReceiptsScreen = listScreen({
  source: cash.receipts,
  title: say.receiptsTitle,
  empty: say.receiptsEmpty,
  above: () => <CashTabs now="receipts" />,
  filters: [
    states,
    filter('age', say.age, { choices: cashAges.map((value) => ({ value, label: say.ages[value] })) }),
    filter('userIds', say.agent),
    filter('centerIds', say.center),
    filter('clientIds', say.client),
    days,
  ],
  columns: [number, amount, col.text('agent', say.agent), ...rest, col.text('center', say.center), receipt],
  tools: VoidReceipt,
  actions: [
    {
      label: say.void,
      can: cash.void.can,
      when: ({ state, isMine }: Receipt) => state === 'in-hand' && !isMine,
      run: ({ id }: Receipt, set) => set({ void: String(id) }, 'push'),
    },
  ],
  href: ({ loanId }: Receipt) => `/view-borrower?id=${loanId}&tab=payments`,
  totals: sum,
  card: card(({ agent }) => agent),
});
