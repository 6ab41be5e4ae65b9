import { localised } from '#text/locale.ts';

export const allocationTypesText = localised('allocation-types', {
  title: 'Allocation Type',
  one: 'Allocation Type',
  created: 'Allocation Type Added Successfully',
  updated: 'Allocation Type Updated Successfully',
  failed: 'Something went wrong!',
  name: 'Name',
  code: 'Code',
  colour: 'Colour',
  active: 'Active',
  empty: 'No allocation types yet. Add the ways in which your loans are dealt out.',
});
