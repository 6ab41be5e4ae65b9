import { localised } from '../locale.ts';

/** Saved views and column arrangements. */
export const viewsText = localised('views', {
  widthOf: (column: string) => `Width of ${column}`,
  pixels: (count: number) => `${count} pixels`,
  save: 'Save view',
  name: 'Name of the view',
  says: 'Keeps filters, search, order and columns as they are now.',
  shareWithTeam: 'Share with my team',
  shared: 'Shared',
  sharedBy: (name: string) => `Shared by ${name}`,
  saved: 'View saved',
  removed: 'View removed',
  update: (name: string) => `Make ${name} what is shown now`,
  share: (name: string) => `Share ${name} with my team`,
  unshare: (name: string) => `Stop sharing ${name}`,
  removeIt: (name: string) => `Remove ${name}`,
  removeAsks: (name: string) => `Remove the view ${name}?`,
  remove: 'Remove',
  none: 'No views yet. Filter or sort this list, then save it under a name.',
});
