import { Link } from 'react-router-dom';
import { usersTask } from '#contexts/work/contract/users-task.ts';
import { tasksText as say } from '#contexts/work/text/en/tasks.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { statementIn } from '#kernel/client/calls/statement.ts';
import { absenceWords } from '#kernel/ui/parts/values/stated.tsx';
import { Calling } from './calling.tsx';
import css from './tasks.module.css';

/** The task that runs, or the latest of today, with its button; nothing where there is none. */
export function TodaysTask() {
  const reading = useRead(usersTask.today, {});
  const task = reading.data?.[0];
  const absent = absenceWords(statementIn(reading), '');
  if (!reading.data && absent)
    return (
      <section className={css.todays} aria-label={say.todays}>
        <p>
          {say.todays}: {absent}
        </p>
      </section>
    );
  if (!task) return null;
  return (
    <section className={css.todays} aria-label={say.todays}>
      <div>
        <Link to="/daily-tasks">{task.name}</Link>
        <small>{say.done(task.isAttended, task.total)}</small>
      </div>
      <Calling task={task} />
    </section>
  );
}
