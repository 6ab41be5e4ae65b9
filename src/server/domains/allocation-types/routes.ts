import { allocationTypes } from '#contract/allocation-types.ts';
import { implement } from '#server/kernel/implement.ts';
import { tableHandlers } from '#server/kernel/table.ts';

export const allocationTypeRoutes = implement(
  allocationTypes,
  tableHandlers({
    domain: 'allocation-types',
    table: 'allocation_types',
    columns: { name: 'name', code: 'code', colorCode: 'color_code', isActive: 'is_active' },
    label: 'name',
    search: ['code'],
  }),
);
