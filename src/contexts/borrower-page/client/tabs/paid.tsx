import { Suspense, useState } from 'react';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { payments } from '#contexts/payments/contract/payments.ts';
import { borrowerText as say } from '#contexts/loans/text/en/borrower.ts';
import { LineBones } from '#kernel/ui/list/list-states.tsx';
import { monthYear } from '#text/en/moments.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { dayText, money } from '#kernel/ui/parts/values/format.ts';
import { useWaitingOf } from '#phone/outbox/waiting/use-waiting-of.ts';
import { WaitingLines } from '../outcome/waiting-lines.tsx';
import css from '../borrower.module.css';
import { Read } from '../reading.tsx';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

type Month = WireRow<typeof payments.months>;

const Autopay = lazy(async () => ({ default: (await import('./autopay.tsx')).Autopay }));
const Became = lazy(async () => ({ default: (await import('./became.tsx')).Became }));

/** What was paid, month by month; a month opens into its days. */
export function Payments({ loanId }: { loanId: number }) {
  const reading = useRead(payments.months, { loanId });
  const waiting = useWaitingOf({ loanId, only: 'payment' });
  return (
    <>
      <Suspense>
        <Autopay loanId={loanId} />
      </Suspense>
      <section className={css.box}>
        <h2>{say.tabs.payments}</h2>
        {waiting.length > 0 && (
          <ul className={css.outcomes}>
            <WaitingLines of={waiting} />
          </ul>
        )}
        <Read of={reading}>
          {({ rows }) =>
            rows.length === 0
              ? waiting.length === 0 && <p className={css.none}>{say.noPayments}</p>
              : rows.map((row) => <MonthRow key={`${row.year}-${row.month}`} loanId={loanId} of={row} />)
          }
        </Read>
        <BecameOf loanId={loanId} />
      </section>
    </>
  );
}

/** Payment trail, on demand. */
function BecameOf({ loanId }: { loanId: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={css.month} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className={css.what}>{say.became}</span>
      </summary>
      {isOpen && (
        <Suspense fallback={<LineBones />}>
          <Became loanId={loanId} />
        </Suspense>
      )}
    </details>
  );
}

function Sums({ realized, unrealized }: { realized: number; unrealized: number }) {
  return (
    <span className={css.sums}>
      <span title={say.realized}>{money(realized)}</span>
      {unrealized > 0 && <small>{`${say.unrealized} ${money(unrealized)}`}</small>}
    </span>
  );
}

function MonthRow({ loanId, of }: { loanId: number; of: Month }) {
  const [isOpen, setOpen] = useState(false);
  const { month, year } = of;
  const reading = useRead(payments.days, { loanId, month, year }, { enabled: isOpen });
  return (
    <details className={css.month} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className={css.what}>{monthYear(of)}</span>
        <Sums realized={of.realizedPaymentAmount} unrealized={of.unrealizedPaymentAmount} />
      </summary>
      {isOpen && (
        <Read of={reading}>
          {(days) => (
            <ul className={css.days}>
              {days.map((day) => (
                <li key={day.paymentDate}>
                  <span>{dayText(day.paymentDate)}</span>
                  <Sums realized={day.realizedAmount} unrealized={day.unRealizedAmount} />
                </li>
              ))}
            </ul>
          )}
        </Read>
      )}
    </details>
  );
}
