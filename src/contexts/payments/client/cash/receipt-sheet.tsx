/** The receipt as the borrower may see it on the phone of the agent. */
import { encode } from 'uqr';
import type { cash } from '#contexts/payments/contract/cash/cash.ts';
import { cashText as say } from '#contexts/payments/text/en/cash.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { momentText, money } from '#kernel/ui/parts/values/format.ts';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import css from './cash.module.css';

export type Receipt = WireRow<typeof cash.receipts>;
/** Cells around the code that every reader expects to be empty. */
const quiet = 4;

function Code({ of }: { of: string }) {
  const { data, size } = encode(of, { border: 0 });
  const dark = data.flatMap((row, y) => row.flatMap((cell, x) => (cell ? [`M${x} ${y}h1v1h-1z`] : [])));
  const side = size + 2 * quiet;
  return (
    <svg
      className={css.code}
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      role="img"
      aria-label={say.check}
    >
      <path d={dark.join('')} shapeRendering="crispEdges" />
    </svg>
  );
}

export function ReceiptSheet({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const { number, amount, inWords, borrower, loanNumber, client, agent, takenAt, denominations } = receipt;
  const lines: [label: string, value: string][] = [
    [say.number, number],
    [say.borrower, borrower],
    [say.loanNumber, loanNumber],
    [say.client, client],
    [say.agent, agent],
    [say.takenAt, momentText(takenAt)],
    ...(denominations?.map(({ note, count }, i): [string, string] => [
      i === 0 ? say.notes : '',
      say.note(note, count),
    ]) ?? []),
  ];
  return (
    <Sheet title={say.receipt} about={say.states[receipt.state]} onClose={onClose}>
      <div className={css.receipt}>
        <strong>{money(amount)}</strong>
        <p>{inWords}</p>
        <Code of={receipt.checkUrl} />
        <p>{say.check}</p>
        <dl>
          {lines.map(([label, value]) => [<dt key={`${value}:`}>{label}</dt>, <dd key={value}>{value}</dd>])}
        </dl>
      </div>
    </Sheet>
  );
}
