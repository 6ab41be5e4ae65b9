import { dispositions } from '#contexts/lenders/contract/dispositions.ts';
import { dispositionsText as say } from '#contexts/lenders/text/en/dispositions.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { masterScreen } from '#kernel/ui/master/master-screen.tsx';
import { Branches } from './branches.tsx';
import { fieldsFor, spec } from './disposition-form.ts';
import { SwapButton } from './swap.tsx';

const col = columnsOf(dispositions.list);

export const DispositionsScreen = masterScreen({
  ...spec,
  columns: [
    col.text('name', say.name, { width: 220 }),
    col.of(
      'reach',
      say.clients,
      ({ defaultApply, clientIds }) =>
        defaultApply ? say.allClients : say.someClients(clientIds?.length ?? 0),
      { width: 120 },
    ),
    col.of('branches', say.subs, ({ subDisposition }) => subDisposition.map(({ name }) => name).join(', '), {
      width: 340,
    }),
    col.number('priority', say.priority),
  ],
  fields: fieldsFor(),
  tools: SwapButton,
  expand: ({ subDisposition }) => <Branches of={subDisposition} />,
});
