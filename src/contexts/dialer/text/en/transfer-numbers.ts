import { localised } from '#text/locale.ts';

export const transferNumbersText = localised('transfer-numbers', {
  title: 'Transfer Numbers',
  one: 'Transfer Number',
  created: 'Transfer number added successfully',
  updated: 'Transfer number updated successfully',
  failed: 'Something went wrong!',
  name: 'Name',
  number: 'Number',
  empty: 'No transfer numbers yet. Agents can hand a call on to colleagues only.',
});
