/** All loans of the borrower on the call with their dues, each one press away; those of another user can only be seen. */
import { Link } from 'react-router-dom';
import { dialer } from '#contexts/dialer/contract/dialer.ts';
import { dialerText as say } from '#contexts/dialer/text/en/dialer.ts';
import { useRead } from '#kernel/client/calls/query.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { rupees } from '#kernel/ui/parts/format.ts';
import css from './call-strip.module.css';

export function CallLoans({ loanId }: { loanId: number }) {
  const { data = [] } = useRead(dialer.callLoans, {});
  const { get } = useUrlState();
  // One loan alone is in the line above; those of the call before are gone with it.
  if (data.length < 2 || data[0]?.id !== loanId) return null;
  return (
    <ul className={css.loans} aria-label={say.callLoans}>
      {data.map(({ id, loanNumber, totalOutstanding, canOpen }) => {
        const label = say.loanOwes(loanNumber, rupees(totalOutstanding));
        // Reason in words: a title is not shown on a phone.
        return (
          <li key={id}>
            {canOpen ? (
              <Link to={`/view-borrower?id=${id}`} aria-current={get('id') === String(id) || undefined}>
                {label}
              </Link>
            ) : (
              <span>{say.loanOfOther(label)}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
