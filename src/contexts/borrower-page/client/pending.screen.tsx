import { dialer } from '#contexts/dialer/contract/dialer.ts';
import { dialerText as say } from '#contexts/dialer/text/en/dialer.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { ListState } from '#kernel/ui/list/list-states.tsx';
import css from './borrower.module.css';
import { BorrowerProfile } from './profile.tsx';
import { Read } from './reading.tsx';

/** The borrower of the latest call without a disposition (G055, G056). */
export function PendingScreen() {
  const { get, set } = useUrlState();
  const reading = useRead(dialer.pending, {});
  return (
    <Read of={reading}>
      {([latest]) =>
        latest ? (
          <BorrowerProfile id={get('id') ?? String(latest.loanId)} onLoan={(id) => set({ id: String(id) })} />
        ) : (
          <div className={css.page}>
            <h1 className={css.title}>{say.pendingTitle}</h1>
            <ListState error={null} empty={say.pendingNone} onRetry={reading.refetch} />
          </div>
        )
      }
    </Read>
  );
}
