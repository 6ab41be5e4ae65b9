/**
 * A call with a lost agent line: the borrower hears hold music until the agent resumes the call here or disconnects it.
 */
import { createPortal } from 'react-dom';
import { dialer } from '#contexts/dialer/contract/dialer.ts';
import { browserLineText as say } from '#contexts/dialer/text/en/browser-line.ts';
import { dialerText } from '#contexts/dialer/text/en/dialer.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import css from '../dialer.module.css';
import { useTick } from '../live/use-tick.ts';
import type { Standing } from '../session/standing.ts';

type Call = NonNullable<Standing['call']>;

export function ResumeCall({ of, loss }: { of: Call; loss: NonNullable<Call['lineLoss']> }) {
  const resume = useAct(dialer.resumeCall);
  const end = useAct(dialer.hangUp);
  const now = useTick();
  const press = (work: Promise<unknown>): void => void work.catch(() => notice.warning(dialerText.failed));
  const seconds = Math.max(0, Math.ceil((Date.parse(loss.until) - now) / 1000));
  const isBusy = resume.busy || end.busy;
  return createPortal(
    <section className={css.incoming} aria-label={say.inProgress}>
      <div role="alert">
        <h2>{say.inProgress}</h2>
        <p>{loss.isResuming ? say.resuming : say.waits(of.borrower || dialerText.unknownCaller)}</p>
      </div>
      <span role="timer">{say.endsIn(String(seconds))}</span>
      <div className={css.presses}>
        <button type="button" className={look.danger} disabled={isBusy} onClick={() => press(end.run({}))}>
          {say.end}
        </button>
        {!loss.isResuming && (
          <button type="button" className={look.main} disabled={isBusy} onClick={() => press(resume.run({}))}>
            {say.resume}
          </button>
        )}
      </div>
    </section>,
    document.body,
  );
}
