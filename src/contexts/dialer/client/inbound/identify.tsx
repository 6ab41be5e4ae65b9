/** An unknown caller entered the last digits of a loan: the agent verifies the borrower's identity. */
import { useNavigate } from 'react-router-dom';
import { dialer } from '#contexts/dialer/contract/dialer.ts';
import { dialerText as say } from '#contexts/dialer/text/en/dialer.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import css from '../call/call-strip.module.css';
import type { Standing } from '../session/standing.ts';

type Suggested = NonNullable<NonNullable<Standing['call']>['suggested']>;

export function Identify({ suggested: { borrower, loanNumber } }: { suggested: Suggested }) {
  const { run, busy } = useAct(dialer.identify);
  const navigate = useNavigate();
  const answer = async (isTheirs: boolean): Promise<void> => {
    try {
      const { call } = await run({ isTheirs });
      if (call?.loanId) void navigate(`/view-borrower?id=${call.loanId}`);
    } catch {
      notice.warning(say.failed);
    }
  };
  return (
    <div className={css.heard} role="group" aria-label={say.identify}>
      <p>{say.askWho(borrower, loanNumber)}</p>
      <button type="button" disabled={busy} onClick={() => void answer(true)}>
        {say.isTheirs}
      </button>
      <button type="button" disabled={busy} onClick={() => void answer(false)}>
        {say.isNotTheirs}
      </button>
    </div>
  );
}
