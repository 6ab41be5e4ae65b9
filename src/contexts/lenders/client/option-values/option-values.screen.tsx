import { optionSets, optionValues } from '#contexts/lenders/contract/option-values.ts';
import { optionValuesText as say } from '#contexts/lenders/text/en/option-values.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { masterScreen } from '#kernel/ui/master/master-screen.tsx';
import { ColourTag } from '#kernel/ui/parts/values/status-pill.tsx';

const col = columnsOf(optionValues.list);
const field = fieldsOf(optionValues.create);
const filter = filtersOf(optionValues.list);
const sets = optionSets.map((value) => ({ value, label: say.sets[value] }));

export const OptionValuesScreen = masterScreen({
  source: optionValues,
  says: say,
  columns: [
    col.custom(
      'name',
      say.name,
      ({ name, colorCode }) => (colorCode ? <ColourTag colour={colorCode}>{name}</ColourTag> : name),
      { text: ({ name }) => name, width: 280 },
    ),
    col.of('set', say.set, ({ set }) => say.sets[set], { width: 200 }),
  ],
  filters: [filter('set', say.set, { choices: sets })],
  fields: [
    field.choice('set', say.set, { choices: sets, fixed: true }),
    field.text('name', say.name),
    field.colour('colorCode', say.colour, { show: ({ set }) => set === 'tag' }),
    field.flag('isActive', say.active, { initial: true }),
  ],
});
