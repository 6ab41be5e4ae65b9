/** Screen of a master from its description: list, add, edit. */
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { kitText } from '#text/en/kit.ts';
import type { Column } from '../list/columns/column.ts';
import { listScreen } from '../list/list-screen.tsx';
import type { AnyMaster, MasterSpec } from './master-spec.ts';
import { AddButton, EditButton, OpenForm } from './master-tools.tsx';

export function masterScreen<M extends AnyMaster>(spec: MasterSpec<M>) {
  type Row = WireRow<M['list']>;
  const { source, says, columns, filters, actions, card, expand, fixed, tools: More } = spec;
  const any = spec as unknown as MasterSpec<AnyMaster>;
  const [who, much, next] = columns;
  const edit = (row: Row) => <EditButton spec={any} row={row as { id: number }} of={who?.text(row) ?? ''} />;
  const editColumn: Column<Row> = {
    key: 'edit',
    label: kitText.editShort,
    text: () => '',
    width: 72,
    pin: 'end',
    cell: edit,
  };
  const Add = () => <AddButton spec={any} />;
  const Tools = () => (
    <>
      {More && <More />}
      <AddButton spec={any} />
      <OpenForm spec={any} />
    </>
  );
  return listScreen({
    source: source.list as M['list'],
    title: says.title,
    empty: says.empty,
    columns: [...columns, editColumn],
    filters,
    actions,
    expand,
    fixed,
    export: spec.export,
    active: 'isActive' in (source.list.takes.shape as object),
    tools: Tools,
    fill: Add,
    card: (row) => ({
      who: who?.text(row) ?? '',
      much: (much?.short ?? much?.text)?.(row),
      muchInFull: much?.text(row),
      next: next?.text(row),
      ...card?.(row),
      more: edit(row),
    }),
  });
}
