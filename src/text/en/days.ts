import { localised } from '../locale.ts';

/** Days somebody asks for most. */
export const daysText = localised('days', {
  when: 'Days',
  today: 'Today',
  yesterday: 'Yesterday',
  last: (days: number) => `Last ${days} days`,
});
