import type { Master } from '#contract/kernel/master.ts';
import { ApiFailure } from '#client/kernel/api-failure.ts';
import { notice } from '#client/kernel/notice-store.ts';
import { useAct, useRead } from '#client/kernel/query.ts';
import { kitText } from '#text/en/kit.ts';
import { type Values, valueOf } from './fields.ts';
import { Form } from './form.tsx';
import { changesOf } from './format.ts';
import type { MasterSpec } from './master-screen.tsx';
import { Sheet } from './sheet.tsx';

interface Props {
  spec: MasterSpec<Master>;
  /** Without one a new row is added. */
  id: string | undefined;
  onClose: () => void;
}
type Sent = Record<string, unknown>;

/** Adds a row, or edits one and sends only what changed. */
export function MasterForm({ spec, id, onClose }: Props) {
  const { source, says, fields } = spec;
  const create = useAct(source.create);
  const edit = useAct(source.edit);
  const { data } = useRead(source.one, { id: id ?? '' } as never, {
    enabled: id !== undefined,
    staleTime: 0,
  });
  const row = data as ({ id: number } & Sent) | undefined;
  if (id !== undefined && !row) return null;
  const start: Values = Object.fromEntries(
    fields.map((field) => [field.name, valueOf(field, row?.[field.name])]),
  );
  const save = async (input: Sent): Promise<void> => {
    const before = Object.fromEntries(fields.map(({ name }) => [name, row?.[name]])) as Sent;
    const changed = row ? changesOf(before, input) : input;
    if (!changed) return onClose();
    try {
      if (row) await edit.run({ ...changed, id } as never);
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
    <Sheet title={row ? kitText.edit(says.one) : kitText.add(says.one)} onClose={onClose}>
      <Form
        fields={fields}
        start={start}
        onSubmit={save}
        isEdit={row !== undefined}
        unique={{ entity: source.list.domain, exceptId: row?.id }}
      />
    </Sheet>
  );
}
