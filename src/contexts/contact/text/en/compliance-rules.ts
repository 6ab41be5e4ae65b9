import { plural } from '#text/plural.ts';
import { localised } from '#text/locale.ts';

/** A hold this long is permanent. */
const aCentury = 36_500;

/** When, how often and whether borrowers may be contacted. */
export const complianceRulesText = localised('compliance-rules', {
  title: 'Compliance',
  one: 'Rule',
  created: 'Rule added successfully',
  updated: 'Rule updated successfully',
  failed: 'Something went wrong!',
  empty: 'No rules yet. Without hours of contact nobody may be called.',
  kind: 'Kind',
  kinds: {
    hours: 'Calling hours',
    cap: 'Contact cap',
    holiday: 'Holiday',
    hold: 'Hold reason',
    notice: 'Notice of a visit',
  },
  name: 'Name',
  client: 'Client',
  allClients: 'All clients',
  product: 'Product',
  productHint: 'As the loans have it; empty for all products',
  allProducts: 'All products',
  from: 'From',
  until: 'Until',
  untilHint: 'Empty: until further notice',
  says: 'Says',
  startsAt: 'Not before',
  endsAt: 'Not after',
  channel: 'Channel',
  channels: { any: 'Any contact', call: 'Calls', message: 'Messages', visit: 'Visits' },
  most: 'At most',
  everyDays: 'In so many days',
  holdDays: 'Days of hold',
  active: 'Active',
  hours: (from: string, to: string) => `${from} to ${to}`,
  cap: (what: string, most: number, days: number) =>
    `${what}: at most ${most} in ${days === 1 ? 'a day' : `${days} days`}`,
  daysBefore: 'Of a notice: so many days before the visit',
  notice: (days: number) =>
    plural('en', days, { one: 'Told # day before a first visit', other: 'Told # days before a first visit' }),
  noContact: 'No contact',
  hold: (days: number) =>
    days >= aCentury ? 'Until further notice' : plural('en', days, { one: '# day', other: '# days' }),
  history: 'History',
  noHistory: 'This rule came with Recoup and was never changed.',
  added: 'added',
  changed: (field: string, from: string, to: string) => `${field}: ${from} → ${to}`,
  nothing: '–',
});
