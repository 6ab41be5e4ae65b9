import { dispositions } from '#contexts/lenders/contract/dispositions.ts';
import { may } from '#kernel/contract/access.ts';
import type { Input } from '#kernel/contract/endpoint.ts';
import { dispositionsText as say } from '#contexts/lenders/text/en/dispositions.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import { useUrlState } from '#kernel/client/app/url.ts';
import { type Choice, type Values, fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { ListSkeleton, ListTrouble } from '#kernel/ui/list/list-states.tsx';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import css from './dispositions.module.css';

const field = fieldsOf(dispositions.swap);
const most = 500;

/** Shown to those who may; which dialog is open is in the address. */
export function SwapButton() {
  const actor = useActor();
  const { get, set } = useUrlState();
  if (!may(actor, dispositions.swap.can)) return null;
  return (
    <>
      <button type="button" className={look.plain} onClick={() => set({ swap: 'open' }, 'push')}>
        {say.swap}
      </button>
      {get('swap') && <Swap onClose={() => set({ swap: undefined })} />}
    </>
  );
}

/** Exchanges two sub-dispositions of one disposition (G155). */
function Swap({ onClose }: { onClose: () => void }) {
  const swap = useAct(dispositions.swap);
  const { data, error, refetch } = useRead(dispositions.list, { size: most });
  const trees = data?.rows.filter(({ subDisposition }) => subDisposition.length > 1) ?? [];
  const save = async (input: Record<string, unknown>): Promise<void> => {
    await swap.run(input as Input<typeof dispositions.swap>);
    notice.success(say.swapped);
    onClose();
  };
  const all: Choice[] = trees.flatMap((tree) =>
    tree.subDisposition.map(({ id, name }) => ({ value: String(id), label: say.below(name, tree.name) })),
  );
  const besides = ({ from }: Values): Choice[] =>
    trees
      .map(({ subDisposition }) => subDisposition)
      .filter((branches) => branches.some(({ id }) => String(id) === from))
      .flat()
      .filter(({ id }) => String(id) !== from)
      .map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Sheet title={say.swap} onClose={onClose}>
      <div className={css.room}>
        {error ? (
          <ListTrouble error={error} onRetry={refetch} />
        ) : data ? (
          <Form
            fields={[
              field.choice('from', say.from, { choices: all, hint: say.swapAbout }),
              field.choice('to', say.to, { choices: besides, within: 'from' }),
            ]}
            start={{}}
            onSubmit={save}
          />
        ) : (
          <ListSkeleton isPhone columns={1} />
        )}
      </div>
    </Sheet>
  );
}
