import { allocationTypes } from '#contexts/lenders/contract/allocation-types.ts';
import { implement } from '#kernel/server/http/implement.ts';
import { tableHandlers } from '#kernel/server/database/table.ts';

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
