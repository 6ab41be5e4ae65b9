/** Dialogs of the DNC list: add a number, and the history of one. */
import { dnc, dncStatuses } from '#contexts/contact/contract/dnc.ts';
import { dncText as say } from '#contexts/contact/text/en/dnc.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { ApiFailure } from '#kernel/client/calls/api-failure.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import { momentText } from '#kernel/ui/parts/values/format.ts';
import { ListSkeleton, ListTrouble } from '#kernel/ui/list/list-states.tsx';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import css from './dnc.module.css';

const field = fieldsOf(dnc.add);
const fields = [
  field.pick('loanId', say.loan),
  field.text('mobile', say.mobile),
  field.choice('status', say.status, {
    choices: dncStatuses.map((value) => ({ value, label: say.about[value] })),
    initial: 'active',
  }),
];
const start = { loanId: '', mobile: '', status: 'active' };

export function AddNumber({ onClose }: { onClose: () => void }) {
  const add = useAct(dnc.add);
  const save = async (input: Record<string, unknown>): Promise<void> => {
    try {
      await add.run(input as never);
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.fields.length === 0) notice.error(say.failed);
      throw error;
    }
    notice.success(say.added);
    onClose();
  };
  return (
    <Sheet title={say.add} onClose={onClose}>
      <Form fields={fields} start={start} onSubmit={save} />
    </Sheet>
  );
}

export function NumberHistory({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useRead(dnc.history, { id });
  return (
    <Sheet title={say.history} onClose={onClose}>
      {!data && !error && <ListSkeleton isPhone columns={1} />}
      {!data && error && <ListTrouble error={error} onRetry={refetch} />}
      {data?.length === 0 && <p>{say.none}</p>}
      <ol className={css.history}>
        {data?.map((entry) => (
          <li key={entry.id}>
            <StatusPill tone={entry.status === 'active' ? 'bad' : 'plain'}>
              {say.statuses[entry.status]}
            </StatusPill>
            <span>{entry.user ? `${entry.user.firstName} ${entry.user.lastName}` : say.nobody}</span>
            <small>{momentText(entry.createdAt)}</small>
          </li>
        ))}
      </ol>
    </Sheet>
  );
}
