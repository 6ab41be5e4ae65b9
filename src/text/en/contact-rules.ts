import type { ClosedRule } from '#kernel/contract/contact-rules.ts';
import { localised } from '../locale.ts';

/** Whether a borrower may be contacted now, by whatever channel, and how often they were already. */
export const contactRulesText = localised('contact-rules', {
  rules: {
    do_not_call: 'This number must not be contacted',
    no_calls: 'This borrower wants no calls; messages and visits go on',
    no_hours: 'No hours of contact are set for this lender',
    no_time:
      'The borrower asks not to be contacted in all the hours of this lender: no time is left until one of them changes',
    rests: 'This borrower is not contacted at present',
    capped: 'This borrower was contacted often enough',
    closed: 'Nobody is contacted on this day',
    hours: 'It is outside the hours of contact',
    avoided: 'The borrower does not want to be contacted at this time of the day',
    reference: 'A reference is never contacted',
    no_number: 'This loan has no such number',
    paid_off: 'The loan is paid off: the borrower is no longer contacted',
    promise_ahead: 'The borrower has a promise ahead; the dialer calls again on that day',
    recently_called: 'This borrower or number was called recently; the dialer waits',
    no_caller_id: 'The client has no caller ID in service',
    inactive: 'This loan is not active',
    client_inactive: 'The lender is switched off',
    portfolio_inactive: 'The portfolio is switched off',
    campaign_inactive: 'The campaign is switched off',
    notice: 'The borrower has to be told before this visit',
    on_call: 'Somebody is speaking with this borrower',
    abandoned: 'A call left this borrower waiting before',
    // A closing rule without a text here does not compile.
  } satisfies Record<ClosedRule, string> & Record<string, string>,
  blocked: 'This borrower must not be contacted now',
  from: (when: string) => `Possible from ${when}.`,
  counted: (times: number, most: number, days: number) =>
    days === 1 ? `${times} of ${most} today` : `${times} of ${most} in ${days} days`,
  contacts: 'Contacts',
  recentTalk: (at: string, until: string) =>
    `Last conversation: ${at}. The dialer does not call before ${until}.`,
  recentCall: (at: string, until: string) => `Last call: ${at}. The dialer does not call before ${until}.`,
  avoids: (spans: string) => `The borrower asks not to be contacted ${spans}.`,
});
