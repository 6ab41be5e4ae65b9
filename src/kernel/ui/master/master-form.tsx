import { useState } from 'react';
import { ApiFailure, wordsOf } from '#kernel/client/calls/api-failure.ts';
import { call } from '#kernel/client/calls/api.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { kitText } from '#text/en/kit.ts';
import { NotSent } from '../form/before-off.tsx';
import { type Field, type Values, valueOf } from '../form/fields.ts';
import { Form } from '../form/form.tsx';
import { changesOf } from '../parts/values/format.ts';
import { ListSkeleton, ListTrouble } from '../list/list-states.tsx';
import type { AnyMaster, MasterSpec } from './master-spec.ts';
import { Sheet } from '../parts/sheet/sheet.tsx';

interface Props {
  spec: MasterSpec<AnyMaster>;
  /** Without one a new row is added. */
  id: string | undefined;
  onClose: () => void;
}
type Sent = Record<string, unknown>;
type Row = { id: number; updatedAt?: string } & Sent;

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

/** A concurrent change while the form was open. */
interface Meanwhile {
  row: Row;
  begin: Values;
  word: string;
}

function Fill({
  spec,
  row: loaded,
  onClose,
}: {
  spec: Props['spec'];
  row: Row | undefined;
  onClose: () => void;
}) {
  const { source, says } = spec;
  const useFields = typeof spec.fields === 'function' ? spec.fields : () => spec.fields as readonly Field[];
  const fields = useFields().filter(({ onlyNew }) => !(onlyNew && loaded));
  const create = useAct(source.create);
  const edit = useAct(source.edit);
  const [meanwhile, setMeanwhile] = useState<Meanwhile>();
  const row = meanwhile?.row ?? loaded;
  const start = row ? valuesOf(fields, row) : initialOf(fields);

  /** Optimistic locking: sends the version the form was opened with, or a newer one if its changes touch no shown field. */
  const change = async (base: Row, input: Sent): Promise<'saved' | 'same' | Meanwhile> => {
    const before = Object.fromEntries(fields.map(({ name }) => [name, base[name]])) as Sent;
    const changed = changesOf(before, input);
    if (!changed) return 'same';
    // Deactivation always needs confirmation.
    const isConfirmed = spec.beforeOff && changed['isActive'] === false ? true : undefined;
    try {
      await edit.run({ ...changed, isConfirmed, id: String(base.id), updatedAt: base.updatedAt } as never);
      return 'saved';
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.code !== 'CHANGED_MEANWHILE') throw error;
    }
    const fresh = (await call(source.one, { id: String(base.id) } as never)) as unknown as Row;
    const theirs = fields.filter(({ name }) => changesOf({ it: base[name] }, { it: fresh[name] }));
    if (theirs.length === 0) return change(fresh, { ...input });
    const kept = fields.filter(({ name }) => changesOf({ it: base[name] }, { it: input[name] }));
    return {
      row: fresh,
      begin: { ...valuesOf(fields, fresh), ...valuesOf(kept, input) },
      word: kitText.changedMeanwhile(theirs.map((field) => nowSays(field, fresh[field.name])).join(', ')),
    };
  };
  const [asking, setAsking] = useState<(isYes: boolean) => void>();
  const mayGoOff = async (input: Sent): Promise<boolean> => {
    if (!spec.beforeOff || row?.['isActive'] !== true || input['isActive'] !== false) return true;
    const isYes = await new Promise<boolean>((answer) => setAsking(() => answer));
    setAsking(undefined);
    return isYes;
  };
  const save = async (input: Sent): Promise<void> => {
    if (!(await mayGoOff(input))) throw new NotSent();
    try {
      const done = row && (await change(row, input));
      if (done === 'same') return onClose();
      if (done && done !== 'saved') return setMeanwhile(done);
      if (!row) await create.run(input as never);
    } catch (error) {
      // A field's error is shown at the field; any other with the specification's message.
      if (!(error instanceof ApiFailure) || error.fields.length === 0)
        notice.error(says.failed ?? wordsOf(error) ?? kitText.failed);
      throw error;
    }
    const done = row ? says.updated : says.created;
    notice.success(typeof done === 'function' ? done(input) : done);
    onClose();
  };
  const { beforeOff: BeforeOff } = spec;
  return (
    <>
      {row && spec.above?.(row as never)}
      {BeforeOff && row && asking && <BeforeOff id={row.id} onAnswer={asking} />}
      <Form
        key={String(row?.updatedAt)}
        fields={fields}
        start={start}
        begin={meanwhile?.begin}
        word={meanwhile?.word}
        onSubmit={save}
        isEdit={row !== undefined}
        unique={{ entity: source.list.domain, exceptId: row?.id }}
      />
    </>
  );
}

const initialOf = (fields: readonly Field[]): Values =>
  Object.fromEntries(fields.map((field) => [field.name, field.initial ?? valueOf(field, undefined)]));
const valuesOf = (fields: readonly Field[], sent: Sent): Values =>
  Object.fromEntries(fields.map((field) => [field.name, valueOf(field, sent[field.name])]));

/** The label, with the new value where that is readable. */
function nowSays({ label, look }: Field, value: unknown): string {
  const says = look !== 'pick' && (typeof value === 'string' || typeof value === 'number') && value !== '';
  return says ? `${label}: ${value}` : label;
}
