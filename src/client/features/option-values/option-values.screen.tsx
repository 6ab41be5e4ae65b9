import { optionSets, optionValues } from '#contract/option-values.ts';
import { optionValuesText as say } from '#text/en/option-values.ts';
import { columnsOf } from '#client/ui/columns.tsx';
import { fieldsOf } from '#client/ui/fields.ts';
import { filtersOf } from '#client/ui/filters.ts';
import { masterScreen } from '#client/ui/master-screen.tsx';
import { ColourTag } from '#client/ui/status-pill.tsx';

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
