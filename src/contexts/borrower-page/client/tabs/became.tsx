/** Payment trail of a loan: each payment with its postings, as text. */
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { ledger } from '#contexts/payments/contract/ledger.ts';
import { ledgerText as say } from '#contexts/payments/text/en/ledger.ts';
import { paymentsText } from '#contexts/payments/text/en/payments.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { dayText, exactRupees, momentWords } from '#kernel/ui/parts/values/format.ts';
import css from '../borrower.module.css';
import { Read } from '../reading.tsx';

type Posting = WireRow<typeof ledger.ofLoan>;

/** Groups adjacent rows with an equal subject. */
function coursesOf(rows: readonly Posting[]): Posting[][] {
  const courses: Posting[][] = [];
  for (const row of rows) {
    const last = courses.at(-1);
    const before = last?.[0];
    if (before && before.source === row.source && before.sourceId === row.sourceId) last?.push(row);
    else courses.push([row]);
  }
  return courses;
}

export function Became({ loanId }: { loanId: number }) {
  const reading = useRead(ledger.ofLoan, { loanId });
  return (
    <Read of={reading}>
      {(rows) =>
        rows.length === 0 ? (
          <p className={css.none}>{say.noBecame}</p>
        ) : (
          <ol className={css.days}>
            {coursesOf(rows).map((course) => (
              <Course key={course[0]?.id} of={course} />
            ))}
          </ol>
        )
      }
    </Read>
  );
}

function Course({ of }: { of: readonly Posting[] }) {
  const last = of.at(-1);
  if (!last) return null;
  return (
    <li className={css.course}>
      <b>
        {[
          exactRupees(last.amount),
          last.transactionId && say.numbered(last.transactionId),
          last.transactionIdReceived && paymentsText.receivedAs(last.transactionIdReceived),
          dayText(last.day),
        ]
          .filter(Boolean)
          .join(' · ')}
      </b>
      <ol>
        {of.map(({ id, reason, from, to, amount, byName, at }) => (
          <li key={id}>
            <span>{say.reasons[reason]}</span>
            <small>
              {[
                amount === last.amount ? '' : exactRupees(amount),
                say.moved(say.accounts[from], say.accounts[to]),
                byName ? say.doneBy(byName, momentWords(at)) : momentWords(at),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </li>
        ))}
      </ol>
    </li>
  );
}
