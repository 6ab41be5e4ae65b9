import { localised } from '#text/locale.ts';

export const allocationTypeHierarchyText = localised('allocation-type-hierarchy', {
  title: 'Allocation Hierarchy',
  one: 'Allocation Hierarchy',
  created: 'Allocation Type Hierarchy added successfully',
  updated: 'Allocation Type Hierarchy edited successfully',
  client: 'Client',
  portfolio: 'Portfolio',
  allocationType: 'Allocation Type',
  owner: 'Owner',
  month: 'Month',
  year: 'Year',
  target: 'Target',
  empty: 'No targets yet. Set what each allocation of a portfolio is to bring in, month by month.',
});
