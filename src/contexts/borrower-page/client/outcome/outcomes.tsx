import { promiseStatesText } from '#text/en/promise-states.ts';
import type { ReactNode } from 'react';
import { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import type { Input, WireRow } from '#kernel/contract/endpoint.ts';
import { promiseMood } from '#contexts/work/contract/promise-states.ts';
import { lapseOf } from '#contexts/settlements/contract/instalment-rules.ts';
import { type SettlementStatus, settlements } from '#contexts/settlements/contract/settlements.ts';
import { borrowerText } from '#contexts/loans/text/en/borrower.ts';

import { loansText as say } from '#contexts/loans/text/en/loans.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { statementIn } from '#kernel/client/calls/statement.ts';
import { Stated } from '#kernel/ui/parts/values/stated.tsx';
import { useWaitingOf } from '#phone/outbox/waiting/use-waiting-of.ts';
import type { WaitingKind } from '#phone/outbox/waiting/waiting-of.ts';
import { dayText, momentText, money } from '#kernel/ui/parts/values/format.ts';
import { StatusPill, type Tone } from '#kernel/ui/parts/values/status-pill.tsx';
import css from '../borrower.module.css';
import { WaitingLines } from './waiting-lines.tsx';
import { Read } from '../reading.tsx';

type Row = WireRow<typeof borrowerDispositions.list>;
const most = 50;

/** One disposition: what, how much, when and by which agent. */
function Line(o: {
  what: string;
  amount?: number | null;
  pill?: ReactNode;
  when: unknown[];
  comment: string;
}) {
  return (
    <li>
      <span className={css.what}>
        {o.what} {o.pill}
      </span>
      {o.amount !== null && o.amount !== undefined && <span className={css.amount}>{money(o.amount)}</span>}
      <span className={css.when}>{o.when.filter(Boolean).join(' · ')}</span>
      {o.comment && <q className={css.comment}>{o.comment}</q>}
    </li>
  );
}

/** A follow-up has its hour, all others a day. */
const dueText = ({ dispositions, followUpDate, actionDate }: Row): string | null =>
  dispositions.id === dispositionIds.Followup && followUpDate
    ? momentText(followUpDate)
    : actionDate && dayText(actionDate);

const OutcomeLine = ({ row }: { row: Row }) => (
  <Line
    what={[row.dispositions.name, row.subDispositions?.name].filter(Boolean).join(' · ')}
    amount={row.amount}
    pill={
      row.promise && (
        <StatusPill tone={promiseMood[row.promise.state]}>{promiseStatesText[row.promise.state]}</StatusPill>
      )
    }
    when={[
      dueText(row),
      [row.paymentMode, row.transactionId].filter(Boolean).join(' '),
      momentText(row.createdAt),
      row.agentName,
    ]}
    comment={row.comments}
  />
);

/** Dispositions of a loan, newest first, after those queued on this phone. */
function List({
  title,
  empty,
  asked,
  only,
}: {
  title: string;
  empty: string;
  asked: Input<typeof borrowerDispositions.list> & { loanId: number };
  /** Restricts the entries on this phone. */
  only?: WaitingKind;
}) {
  const reading = useRead(borrowerDispositions.list, { ...asked, size: most });
  const { data } = reading;
  const of = statementIn(reading, ({ rows }) => rows);
  const waiting = useWaitingOf({ loanId: asked.loanId, only });
  return (
    <section className={css.box}>
      <h2>{title}</h2>
      <ul className={css.outcomes}>
        <WaitingLines of={waiting} />
        {data?.rows.map((row) => (
          <OutcomeLine key={row.id} row={row} />
        ))}
      </ul>
      {(of.state !== 'none' || waiting.length === 0) && (
        <Stated of={of} none={empty} className={css.none}>
          {() => null}
        </Stated>
      )}
    </section>
  );
}

export const Outcomes = ({ loanId }: { loanId: number }) => (
  <List title={say.dispositions} empty={say.none} asked={{ loanId }} />
);
export const Promises = ({ loanId }: { loanId: number }) => (
  <List
    title={borrowerText.tabs.ptpHistory}
    empty={borrowerText.noPromises}
    asked={{ loanId, module: 'PTP' }}
    only="promise"
  />
);
export const FollowUps = ({ loanId }: { loanId: number }) => (
  <List
    title={borrowerText.tabs.followUpHistory}
    empty={borrowerText.noFollowUps}
    asked={{ loanId, module: 'followup' }}
    only="followUp"
  />
);

const tones: Partial<Record<SettlementStatus, Tone>> = { Approved: 'good', Rejected: 'bad', Void: 'plain' };

function SettlementPill({ row }: { row: WireRow<typeof settlements.list> }) {
  const lapse = lapseOf(row);
  const state = borrowerText.settlementStates[row.status];
  return (
    <StatusPill tone={lapse ? 'bad' : (tones[row.status] ?? 'warn')}>
      {lapse ? borrowerText.settlementLapsed[lapse](state) : state}
    </StatusPill>
  );
}

/** A loan's settlements with their current state. */
export function Settlements({ loanId }: { loanId: number }) {
  const reading = useRead(settlements.list, { loanId, size: most });
  const waiting = useWaitingOf({ loanId, only: 'settlement' });
  return (
    <section className={css.box}>
      <h2>{borrowerText.tabs.settlementHistory}</h2>
      {waiting.length > 0 && (
        <ul className={css.outcomes}>
          <WaitingLines of={waiting} />
        </ul>
      )}
      <Read of={reading}>
        {({ rows }) =>
          rows.length === 0 ? (
            waiting.length === 0 && <p className={css.none}>{borrowerText.noSettlements}</p>
          ) : (
            <ul className={css.outcomes}>
              {rows.map((row) => (
                <Line
                  key={row.id}
                  what={dayText(row.settlementDate)}
                  amount={row.amount}
                  pill={<SettlementPill row={row} />}
                  when={[momentText(row.createdAt), row.createdByName]}
                  comment={row.comment}
                />
              ))}
            </ul>
          )
        }
      </Read>
    </section>
  );
}
