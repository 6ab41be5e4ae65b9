import { breaks } from '#contexts/agency/contract/breaks.ts';
import { implement } from '#kernel/server/http/implement.ts';
import { tableHandlers } from '#kernel/server/database/table.ts';

export const breakRoutes = implement(
  breaks,
  tableHandlers({
    domain: 'breaks',
    table: 'breaks',
    columns: { name: 'name', duration: 'duration', description: 'description' },
    label: 'name',
  }),
);
