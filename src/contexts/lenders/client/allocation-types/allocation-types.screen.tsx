import { allocationTypes } from '#contexts/lenders/contract/allocation-types.ts';
import { allocationTypesText as say } from '#contexts/lenders/text/en/allocation-types.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { masterScreen } from '#kernel/ui/master/master-screen.tsx';
import { ColourTag } from '#kernel/ui/parts/values/status-pill.tsx';

const col = columnsOf(allocationTypes.list);
const field = fieldsOf(allocationTypes.create);

export const AllocationTypesScreen = masterScreen({
  source: allocationTypes,
  says: say,
  columns: [
    col.custom('name', say.name, ({ name, colorCode }) => <ColourTag colour={colorCode}>{name}</ColourTag>, {
      text: ({ name }) => name,
      width: 240,
    }),
    col.text('code', say.code),
    col.text('colorCode', say.colour),
  ],
  card: ({ name, code, colorCode }) => ({
    who: name,
    much: code,
    next: <ColourTag colour={colorCode}>{colorCode}</ColourTag>,
  }),
  fields: [
    field.text('name', say.name),
    field.text('code', say.code),
    field.colour('colorCode', say.colour),
    field.flag('isActive', say.active, { initial: true }),
  ],
});
