import { localised } from '#text/locale.ts';

export const trunksText = localised('trunks', {
  title: 'Trunks',
  one: 'Trunk',
  created: 'Trunk added successfully',
  updated: 'Trunk updated successfully',
  failed: 'Something went wrong!',
  name: 'Name',
  host: 'Host',
  port: 'Port',
  username: 'Username, if it registers us',
  weight: 'Weight among equals',
  channelLimit: 'Calls at once',
  place: 'Order, 1 first',
  empty: 'No trunks yet. Add the first one.',
});
