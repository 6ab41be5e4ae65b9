import { plural } from '#text/plural.ts';
import { localised } from '#text/locale.ts';

const types = { disposition: 'Disposition', subDisposition: 'Sub Disposition' };

const named = (type: unknown): string => types[type === 'subDisposition' ? type : 'disposition'];

export const dispositionsText = localised('dispositions', {
  title: 'Dispositions',
  one: 'Disposition',
  empty: 'No dispositions yet. Add what can come of a contact with a borrower.',
  created: (type: unknown) => `${named(type)} added successfully`,
  updated: (type: unknown) => `${named(type)} updated successfully`,
  failed: 'Something went wrong!',
  types,
  type: 'Type',
  name: 'Name',
  parent: 'Parent',
  parentNeeded: 'Parent is required.',
  applyDefault: 'Apply Default',
  clients: 'Clients',
  clientNeeded: 'Client is required.',
  allClients: 'All clients',
  someClients: (count: number) => plural('en', count, { one: '# client', other: '# clients' }),
  priority: 'Priority',
  isDeath: 'The borrower has died: nobody is contacted any more',
  active: 'Active',
  inactive: 'Inactive',
  subs: 'Sub dispositions',
  below: (name: string, parent: string) => `${name} (${parent})`,
  notForAll: 'Some clients only',
  noSubs: 'No sub dispositions yet.',
  swap: 'Swap Priority',
  swapAbout: 'Exchanges the places of two sub dispositions in the lists people choose from.',
  from: 'From',
  to: 'To',
  swapped: 'Priorities Swapped Successfully',
  ofClient: 'Dispositions',
  noneOfClient: 'No dispositions for this client yet.',
});
