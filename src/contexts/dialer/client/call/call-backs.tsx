/** What the agent promised to call next: the dialer calls them at their time. */
import { Link } from 'react-router-dom';
import { dialer } from '#contexts/dialer/contract/dialer.ts';
import { dialerText as say } from '#contexts/dialer/text/en/dialer.ts';
import { paidOffText } from '#contexts/loans/text/en/paid-off.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { dateWords, momentWords } from '#kernel/ui/parts/values/format.ts';
import { statementIn } from '#kernel/client/calls/statement.ts';
import { absenceWords } from '#kernel/ui/parts/values/stated.tsx';
import css from '../dialer.module.css';

export function CallBacks({ onGo }: { onGo: () => void }) {
  const reading = useRead(dialer.callBacks, {});
  const { data = [] } = reading;
  const absent = absenceWords(statementIn(reading), '');
  if (data.length === 0 && !absent) return null;
  return (
    <section className={css.next} aria-labelledby="next-call-backs">
      <h3 id="next-call-backs">{say.callBacks}</h3>
      {data.length === 0 && <p>{absent}</p>}
      <ul>
        {data.map(({ loanId, borrower, at, paidOff }) => (
          <li key={loanId}>
            <time dateTime={at}>{momentWords(at)}</time>
            <Link to={`/view-borrower?id=${loanId}`} onClick={onGo}>
              {borrower}
            </Link>
            {paidOff && <small>{paidOffText.over(dateWords(paidOff.on), paidOff.isSettled)}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
