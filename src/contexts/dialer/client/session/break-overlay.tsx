import { useEffect, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { dialer } from '#contexts/dialer/contract/dialer.ts';
import { dialerText as say } from '#contexts/dialer/text/en/dialer.ts';
import { sessionText } from '#contexts/agency/text/en/session.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import { signOut } from '#kernel/client/session/session-end.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import css from '../dialer.module.css';
import type { Standing } from './standing.ts';
import { lasting, useTick } from '../live/use-tick.ts';

/** Covers everything while a break lasts: how long already, its end, and the way out (document 1, 4.2). */
export function BreakOverlay({ of }: { of: Standing }) {
  const ref = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const now = useTick();
  const { run, busy } = useAct(dialer.pause);
  useEffect(() => void navigate('/home'), [navigate]);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const end = (): void =>
    void run({}).catch(() => {
      notice.warning(say.failed);
    });
  const leave = (): void =>
    void signOut().catch(() => {
      notice.error(sessionText.signOutFailed);
    });
  return (
    <dialog
      ref={ref}
      className={css.break}
      aria-label={say.onBreak}
      onCancel={(event) => event.preventDefault()}
    >
      <h2>{say.onBreak}</h2>
      {of.breakName && <p>{of.breakName}</p>}
      <time role="timer">{lasting(of.since, now)}</time>
      <button
        type="button"
        className={`${look.main} ${look.tall}`}
        data-keep-clear
        disabled={busy}
        onClick={end}
      >
        {say.endBreak}
      </button>
      <button type="button" className={look.plain} data-keep-clear onClick={leave}>
        {say.logOut}
      </button>
    </dialog>
  );
}
