import { usersTask } from '#contexts/work/contract/users-task.ts';
import { taskFormText as say } from '#contexts/loans/text/en/task-form.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import { useCurrentUser } from '#kernel/client/session/session.tsx';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import type { BarProps } from '#kernel/ui/list/list-spec.ts';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import { chosenWords, matchingOf } from '../matching.ts';
import css from '../loans.module.css';

const field = fieldsOf(usersTask.create);
const fields = [field.text('name', say.name, { needed: say.nameRequired })];

interface Props extends BarProps {
  close: () => void;
}

/** Requires only a name (G202); an agent's task is personal, others' are distributed to each loan's agent. */
export function TaskForm({ ids, clear, matching, close }: Props) {
  const { id: me, roleType } = useCurrentUser();
  const isAgent = roleType === 'agent';
  const { run } = useAct(usersTask.create);
  const save = async (given: Record<string, unknown>): Promise<void> => {
    const loans = [...ids].map((loanId) => ({ loanId }));
    const which = matching ? matchingOf(matching) : { taskData: [{ ...(isAgent && { userId: me }), loans }] };
    await run({ name: String(given.name), ...which });
    notice.success(say.created);
    clear();
    close();
  };
  return (
    <Sheet title={say.create} onClose={close}>
      <p className={css.about}>
        {[chosenWords({ ids, matching }), isAgent ? say.createOwn : say.createAbout].join(' · ')}
      </p>
      <Form fields={fields} start={{}} onSubmit={save} submit={say.create} />
    </Sheet>
  );
}
