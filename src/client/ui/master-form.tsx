import { useState } from 'react';
import { ApiFailure } from '#client/kernel/api-failure.ts';
import { notice } from '#client/kernel/notice-store.ts';
import { useAct, useRead } from '#client/kernel/query.ts';
import { kitText } from '#text/en/kit.ts';
import { type Values, valueOf } from './fields.ts';
import { Form } from './form.tsx';
import { changesOf } from './format.ts';
import { ListSkeleton, ListTrouble } from './list-states.tsx';
import type { AnyMaster, MasterSpec } from './master-spec.ts';
import { Sheet } from './sheet.tsx';

interface Props {
  spec: MasterSpec<AnyMaster>;
  /** Without one a new row is added. */
  id: string | undefined;
  onClose: () => void;
}
type Sent = Record<string, unknown>;
type Row = { id: number } & Sent;

/** Adds a row, or edits one and sends only what changed. */
export function MasterForm({ spec, id, onClose }: Props) {
  const { one } = spec.says;
  return (
    <Sheet title={id === undefined ? kitText.add(one) : kitText.edit(one)} onClose={onClose}>
      {id === undefined ? (
        <Fill spec={spec} row={undefined} onClose={onClose} />
      ) : (
        <Load spec={spec} id={id} onClose={onClose} />
      )}
    </Sheet>
  );
}

/** The row as the server has it now, never a remembered one: what is sent is what differs from it. */
function Load({ spec, id, onClose }: Props & { id: string }) {
  const { data, error, isFetching, refetch } = useRead(spec.source.one, { id } as never, { staleTime: 0 });
  const [row, setRow] = useState<Row>();
  if (!row && data && !isFetching && !error) setRow(data as unknown as Row);
  if (row) return <Fill spec={spec} row={row} onClose={onClose} />;
  if (error && !isFetching) return <ListTrouble error={error} onRetry={refetch} />;
  return <ListSkeleton isPhone columns={1} />;
}

function Fill({ spec, row, onClose }: { spec: Props['spec']; row: Row | undefined; onClose: () => void }) {
  const { source, says, fields } = spec;
  const create = useAct(source.create);
  const edit = useAct(source.edit);
  const start: Values = Object.fromEntries(
    fields.map((field) => [field.name, valueOf(field, row?.[field.name])]),
  );
  const save = async (input: Sent): Promise<void> => {
    const before = Object.fromEntries(fields.map(({ name }) => [name, row?.[name]])) as Sent;
    const changed = row ? changesOf(before, input) : input;
    if (!changed) return onClose();
    try {
      if (row) await edit.run({ ...changed, id: String(row.id) } as never);
      else await create.run(changed as never);
    } catch (error) {
      // A refusal of a field is said at the field; anything else in the specification's words.
      if (!(error instanceof ApiFailure) || error.fields.length === 0) notice.error(says.failed);
      throw error;
    }
    notice.success(row ? says.updated : says.created);
    onClose();
  };
  return (
    <Form
      fields={fields}
      start={start}
      onSubmit={save}
      isEdit={row !== undefined}
      unique={{ entity: source.list.domain, exceptId: row?.id }}
    />
  );
}
