import { localised } from '#text/locale.ts';

export const breaksText = localised('breaks', {
  title: 'Breaks',
  one: 'Break',
  created: 'Break added successfully',
  updated: 'Break updated successfully',
  failed: 'Something went wrong!',
  name: 'Name',
  duration: 'Duration',
  description: 'Description',
  empty: 'No breaks yet. Add the breaks your agents may take.',
});
