import { breaks } from '#contract/breaks.ts';
import { implement } from '#server/kernel/implement.ts';
import { tableHandlers } from '#server/kernel/table.ts';

export const breakRoutes = implement(
  breaks,
  tableHandlers({
    domain: 'breaks',
    table: 'breaks',
    columns: { name: 'name', duration: 'duration', description: 'description' },
    label: 'name',
  }),
);
