import { localised } from '#text/locale.ts';

/** The ordered work of a day. Amounts, days and times arrive as they are written. */
export const todayText = localised('today', {
  title: 'Today',
  all: 'All',
  sections: {
    broken: 'Broken promises',
    follow_up: 'Follow-ups due',
    promise: 'Promises due',
    new: 'New',
    rest: 'The rest',
  },
  empty: 'Nothing waits for you today. Loans appear here when they are handed to you.',
  emptySection: 'Nothing here today.',
  more: (left: number) => `Show more (${left} left)`,
  inList: 'The rest is in the list of borrowers.',
  days: { yesterday: 'yesterday', today: 'today', tomorrow: 'tomorrow' },
  owes: (amount: string) => `${amount} outstanding`,
  reasons: {
    broken: (amount: string, day: string) => `Promise of ${amount} for ${day} not kept`,
    part_kept: (amount: string, day: string, received: string) =>
      `Only ${received} of ${amount} promised for ${day} came`,
    followUpToday: (time: string) => `Follow-up at ${time}`,
    followUpMissed: (day: string) => `Follow-up of ${day} still to do`,
    promise_due: (amount: string, day: string) => `${amount} promised for ${day}`,
    promise_ahead: (amount: string, day: string) => `${amount} promised for ${day}`,
    new: (day: string) => `With you since ${day}, not contacted yet`,
    worked_today: (what: string) => `Done today: ${what}`,
    silent: (days: number) => `No contact for ${days} days`,
    overdue: (days: number) => (days === 1 ? '1 day overdue' : `${days} days overdue`),
  },
  blocks: {
    inactive: 'This loan is not active',
    client_inactive: 'The lender is switched off',
    portfolio_inactive: 'The portfolio is switched off',
    campaign_inactive: 'The campaign is switched off',
    do_not_call: 'Do not contact',
    no_hours: 'No hours of contact are set for this lender',
    rests: (reason: string) => `Not now: ${reason}`,
    capped: 'Contacted often enough',
    closed: 'Holiday',
    hours: 'Outside calling hours',
  },
  again: (day: string, time: string) => `possible again ${day} at ${time}`,
  onDay: (day: string) => `on ${day}`,
});
