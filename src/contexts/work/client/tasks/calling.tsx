import type { WireRow } from '#kernel/contract/endpoint.ts';
import { usersTask } from '#contexts/work/contract/users-task.ts';
import { kitText } from '#text/en/kit.ts';
import { tasksText as say } from '#contexts/work/text/en/tasks.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import { useCurrentUser } from '#kernel/client/session/session.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import css from './tasks.module.css';
import { greyed } from '#kernel/ui/parts/greyed.ts';

export type Task = WireRow<typeof usersTask.list>;

/** Why a task cannot start now; undefined when the dialer may be tried. */
const hindrance = ({ isToday, isPending }: Task): string | undefined => {
  if (!isToday) return say.notToday;
  return isPending === 0 ? say.nothingLeft : undefined;
};

/** Starts and stops the calls of the user's task; a completed one shows only its state. */
export function Calling({ task }: { task: Task }) {
  const { id: me } = useCurrentUser();
  const { run, busy } = useAct(usersTask.edit);
  if (task.total > 0 && task.total === task.isAttended)
    return <StatusPill tone="good">{say.completed}</StatusPill>;
  if (task.userId !== me) return null;
  const why = task.isStart ? undefined : hindrance(task);
  const press = async (): Promise<void> => {
    try {
      await run({ id: String(task.id), isStart: !task.isStart });
      if (task.isStart) notice.success(say.stopped);
    } catch (error) {
      notice.warning(wordsOf(error) ?? kitText.failed);
    }
  };
  return (
    <span className={css.calling}>
      <button
        type="button"
        className={`${look.plain} ${look.small}`}
        disabled={busy}
        {...greyed(why)}
        aria-label={task.isStart ? say.stopTask(task.name) : say.startTask(task.name)}
        onClick={() => void press()}
      >
        {task.isStart ? say.stop : say.start}
      </button>
      {why && <small>{why}</small>}
    </span>
  );
}
