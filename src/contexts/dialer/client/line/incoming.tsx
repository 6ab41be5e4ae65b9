/** An inbound call offered to the agent, to accept or decline. */
import { createPortal } from 'react-dom';
import { dialer } from '#contexts/dialer/contract/dialer.ts';
import { dialerText as say } from '#contexts/dialer/text/en/dialer.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import css from '../dialer.module.css';
import type { Standing } from '../session/standing.ts';
import { useRing } from './use-ring.ts';

export function Incoming({ of }: { of: NonNullable<Standing['call']> }) {
  const answer = useAct(dialer.answer);
  const decline = useAct(dialer.decline);
  const busy = answer.busy || decline.busy;
  useRing();
  const press = (work: Promise<unknown>): void => void work.catch(() => notice.warning(say.failed));
  // The bar this hangs in would clip it.
  return createPortal(
    <section className={css.incoming} role="alert" aria-label={say.incoming}>
      <h2>{say.incoming}</h2>
      <p>{of.borrower || say.unknownCaller}</p>
      <div className={css.presses}>
        <button type="button" className={look.danger} disabled={busy} onClick={() => press(decline.run({}))}>
          {say.decline}
        </button>
        <button type="button" className={look.main} disabled={busy} onClick={() => press(answer.run({}))}>
          {say.answer}
        </button>
      </div>
    </section>,
    document.body,
  );
}
