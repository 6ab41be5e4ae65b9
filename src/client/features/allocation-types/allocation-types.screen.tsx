import { allocationTypes } from '#contract/allocation-types.ts';
import { allocationTypesText as say } from '#text/en/allocation-types.ts';
import { columnsOf } from '#client/ui/columns.tsx';
import { fieldsOf } from '#client/ui/fields.ts';
import { masterScreen } from '#client/ui/master-screen.tsx';
import { ColourTag } from '#client/ui/status-pill.tsx';

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
  fields: [
    field.text('name', say.name),
    field.text('code', say.code),
    field.colour('colorCode', say.colour),
    field.flag('isActive', say.active, { initial: true }),
  ],
});
