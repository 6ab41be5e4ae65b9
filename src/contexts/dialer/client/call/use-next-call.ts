import { useEffect } from 'react';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { usersTask } from '#contexts/work/contract/users-task.ts';
import { dialerText as say } from '#contexts/dialer/text/en/dialer.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { isWord } from '#kernel/client/calls/live/dialer-store.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import type { Standing } from '../session/standing.ts';

const pause = 1000;

/** Calls the next loan of a started task one second after the last one (document 1, 4.4). */
export function useNextCall(
  of: Standing | undefined,
  task: WireRow<typeof usersTask.today> | undefined,
): void {
  const { run } = useAct(usersTask.call);
  const { run: edit } = useAct(usersTask.edit);
  const id = task?.id;
  const isIdle = of !== undefined && isWord(of.status, 'idle') && of.call === null;
  const since = of?.since;
  // The agent missed two calls on their phone: the task pauses.
  const hasMissed = (of?.missedLegs ?? 0) > 1;
  useEffect(() => {
    if (!isIdle || id === undefined) return undefined;
    const stop = async (why: string): Promise<void> => {
      notice.warning(why);
      await edit({ id: String(id), isStart: false }).catch(() => undefined);
    };
    const next = async (): Promise<void> => {
      if (hasMissed) return stop(say.missedLegs);
      try {
        const { isCompleted } = await run({ id: String(id) });
        if (isCompleted) notice.success(say.taskDone);
      } catch (error) {
        // The same fault would refuse the next call too.
        await stop(wordsOf(error) ?? say.failed);
      }
    };
    const timer = setTimeout(() => void next(), pause);
    return () => clearTimeout(timer);
  }, [isIdle, id, since, hasMissed, run, edit]);
}
