/** Save buttons during a call, and the dialer's next action (document 1, 4.1). */
import { type ReactNode, useState } from 'react';
import { breaks } from '#contexts/agency/contract/breaks.ts';
import { usersTask } from '#contexts/work/contract/users-task.ts';
import { dialerText as say } from '#contexts/dialer/text/en/dialer.ts';
import { outcomesText } from '#contexts/work/text/en/outcomes.ts';
import { type DialerNow, isBreak, isWord, useDialer } from '#kernel/client/calls/live/dialer-store.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { markStale, useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import css from '../../borrower.module.css';

interface Ways {
  /** Action and label of the main button. */
  main: string;
  label: string;
  more: ReactNode;
  /** No call of this loan is live, and no task dials the next one. */
  isFree: boolean;
  /** The agent's call is over with this save: opens the next borrower. */
  goesOnAfter: (by: string) => boolean;
  /** Input added to the disposition. */
  adds: (by: string) => object;
  after: (by: string) => Promise<void>;
}

const quiet = ({ status }: DialerNow): boolean =>
  isBreak(status) || isWord(status, 'IDLE', 'First-login', 'Ready', 'waiting', 'logged-out', 'log out', '');

/** Calls with a disposition recorded here: a later form belongs to no call. */
const written = new Set<string>();

export function useWays(loanId: number): Ways {
  const now = useDialer();
  const { run: editTask } = useAct(usersTask.edit);
  const beside = now?.beside?.loanId === loanId ? now.beside : null;
  const live = now?.call?.loanId === loanId ? now.call : beside;
  // Wrap-up may expire during typing: the disposition still belongs to that call.
  const [last, setLast] = useState(live);
  if (live && live.callRefNo !== last?.callRefNo) setLast(live);
  const call = live ?? (last && !written.has(last.callRefNo) ? last : null);
  const taskId = now?.taskId ?? null;
  // A running task's rule precedes that of an idle dialer (G044).
  const isTask = taskId !== null;
  const isLive =
    now !== null && call !== null && !(call === beside && beside.isOver) && (live === null || !quiet(now));
  const chosen = (by: string): object => {
    const [, breakId] = by.split(':');
    if (by === 'end' || by === 'stop') return { isEndCall: true };
    if (by === 'pause') return { pause: true };
    return breakId === undefined ? {} : { break: breakId === '' ? null : Number(breakId) };
  };
  return {
    main: isTask ? 'end' : 'save',
    label: isTask ? say.saveEnd : outcomesText.save,
    isFree: !isTask && !isLive,
    goesOnAfter: (by) => by === 'end' && !isTask && call !== null && 'isManual' in call && call.isManual,
    more: isTask ? <Way by="stop">{say.saveStop}</Way> : isLive && <LiveWays />,
    adds: (by) =>
      call ? { callRefNo: call.callRefNo, callDirection: 'outbound', ...(live && chosen(by)) } : {},
    async after(by) {
      if (call) markStale(['dialer', 'pending-calls']);
      if (call) written.add(call.callRefNo);
      setLast(null);
      if (by !== 'stop' || taskId === null) return;
      await editTask({ id: String(taskId), isStart: false });
      notice.success(say.stopped);
    },
  };
}

function Way({ by, children }: { by: string; children: ReactNode }) {
  return (
    <button type="submit" value={by} className={look.plain}>
      {children}
    </button>
  );
}

function LiveWays() {
  const { data = [] } = useRead(breaks.dropdown, {});
  return (
    <div className={css.ways}>
      <Way by="end">{say.saveEnd}</Way>
      <Way by="pause">{say.savePause}</Way>
      <details>
        <summary>{say.saveBreak}</summary>
        <div className={css.ways}>
          {data.map(({ id, name }) => (
            <Way key={id} by={`break:${id}`}>
              {name}
            </Way>
          ))}
          <Way by="break:">{say.otherBreak}</Way>
        </div>
      </details>
    </div>
  );
}
