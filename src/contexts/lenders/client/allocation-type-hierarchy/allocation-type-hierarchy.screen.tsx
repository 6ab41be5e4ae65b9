import { allocationTypeHierarchy } from '#contexts/lenders/contract/allocation-type-hierarchy.ts';
import { roleTypes } from '#kernel/contract/access.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { allocationTypeHierarchyText as say } from '#contexts/lenders/text/en/allocation-type-hierarchy.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { money, moneyShort } from '#kernel/ui/parts/values/format.ts';
import { masterScreen } from '#kernel/ui/master/master-screen.tsx';
import { monthChoices, monthText, thisYear } from '#kernel/ui/parts/values/months.ts';
import { ColourTag } from '#kernel/ui/parts/values/status-pill.tsx';

type Entry = WireRow<typeof allocationTypeHierarchy.list>;
const col = columnsOf(allocationTypeHierarchy.list);
const field = fieldsOf(allocationTypeHierarchy.create);
const filter = filtersOf(allocationTypeHierarchy.list);

/** Excludes agents (document 3, section 5) and client users. */
const owners = { type: roleTypes.filter((type) => type !== 'agent' && type !== 'client').join(',') };
const typeOf = ({ allocationType: { name, colorCode } }: Entry) => (
  <ColourTag colour={colorCode}>{name}</ColourTag>
);

export const AllocationTypeHierarchyScreen = masterScreen({
  source: allocationTypeHierarchy,
  says: say,
  columns: [
    col.of('portfolio', say.portfolio, ({ portfolio }) => portfolio.name, { width: 220 }),
    col.of('period', say.month, monthText, { width: 100 }),
    col.custom('allocationType', say.allocationType, typeOf, {
      text: ({ allocationType }) => allocationType.name,
      width: 150,
    }),
    col.money('target', say.target, { width: 132 }),
    col.person('owner', say.owner, { width: 280 }),
    col.of('client', say.client, ({ client }) => client.name, { width: 200 }),
  ],
  card: (row) => ({
    who: row.portfolio.name,
    much: moneyShort(row.target),
    muchInFull: money(row.target),
    next: [monthText(row), row.allocationType.name, `${row.owner.firstName} ${row.owner.lastName}`].join(
      ' · ',
    ),
  }),
  filters: [
    filter('allocationTypeIds', say.allocationType),
    filter('clientIds', say.client),
    filter('portfolioIds', say.portfolio),
    filter('ownerIds', say.owner, { asks: owners }),
    filter('monthYearPairs', say.month),
  ],
  fields: [
    field.pick('clientId', say.client, { fixed: true }),
    field.pick('portfolioId', say.portfolio, { fixed: true, within: 'clientId' }),
    field.pick('allocationTypeId', say.allocationType, { fixed: true }),
    field.pick('ownerId', say.owner, { asks: owners }),
    field.choice('month', say.month, { fixed: true, choices: monthChoices }),
    field.number('year', say.year, { fixed: true, initial: thisYear() }),
    field.money('target', say.target),
  ],
});
