import type { FailureFacts } from '#kernel/contract/failure.ts';
import { localised } from '#text/locale.ts';
import { contactRulesText } from '#text/en/contact-rules.ts';

const contactRules: Readonly<Record<string, string>> = contactRulesText.rules;

/** Queue screen: unsent entries, and their results. */
export const queueScreenText = localised('queue-screen', {
  title: 'Queue',
  about: 'Entries stay on this phone until Recoup has confirmed them.',

  others: (count: number) =>
    count === 1
      ? '1 entry by another user is waiting on this phone.'
      : `${count} entries by another user are waiting on this phone.`,

  states: {
    queued: 'Waiting',
    sending: 'Sending',
    waiting: 'Waiting',
    auth: 'Sign in to send',
    attention: 'Not accepted',
  },
  writtenAt: (moment: string) => `Written ${moment}`,
  triedAt: (count: number, moment: string) =>
    count === 1 ? `Tried once, at ${moment}` : `Tried ${count} times, last at ${moment}`,
  faults: {
    transport: 'Recoup could not be reached.',
    auth: 'Your session had ended.',
    foreign: 'Another user was signed in.',
    busy: 'The same entry was just being saved.',
    apart: 'It is sent again, apart from the others.',
    bug: 'This entry was already saved with other content.',
    permanent: 'The entry was not accepted.',
    upgrade: 'This version of Recoup is too old to send it. Update Recoup.',
    load: 'Recoup was very busy.',
    server: 'Something broke in Recoup. It will be tried again.',
  },
  notedTitle: 'Good to know',
  sentToday: (count: number) => `Sent today: ${count}`,
  notedAt: (moment: string) => `Sent ${moment}`,
  locked: 'Your PIN shows what you wrote.',
  unlock: 'Enter PIN to read them',
  openBorrower: 'Open borrower',
  noWords: 'An entry you wrote before you signed out. Its text is sealed for Recoup.',
  damaged: 'This entry is damaged on this phone and cannot be sent. Write it again.',
  alarm: (here: number, there: number) =>
    `Recoup has ${there} entries of this phone, this phone counts ${here}. Your team leader has been told.`,
  lost: (count: number, since: string) =>
    count === 1
      ? `This browser cleared its storage: an entry you wrote at ${since} never arrived. Write it again. Your team leader has been told.`
      : `This browser cleared its storage: ${count} entries you wrote since ${since} never arrived. Write them again. Your team leader has been told.`,
  apart: (count: number) =>
    count === 1
      ? '1 entry on this phone was written for the agency that was at this address before. It was not sent to the one that is here now, and nobody here can read it. It stays sealed on this phone and is sent if that agency comes back to this address.'
      : `${count} entries on this phone were written for the agency that was at this address before. They were not sent to the one that is here now, and nobody here can read them. They stay sealed on this phone and are sent if that agency comes back to this address.`,
  dismiss: 'Understood',
  overdue:
    'Some entries have been on this phone for more than a day. Find a place with a good network and send them.',
  mayBeCleared:
    'This browser may clear its storage. Install Recoup on this phone to keep unsent entries safe.',
  fix: 'Fix and resend',
  fixTitle: 'Fix and resend',
  fixAbout: 'A new entry takes the place of the one that was not accepted.',
  fixNothing:
    'It cannot be written differently here. Discard it with a reason and write it anew, or send it to your team leader.',
  fixed: 'Entry saved. It takes the place of the old one.',
  resend: 'Resend',
  handOver: 'Send to team leader',
  handOverTitle: 'Send to team leader?',
  handOverAbout: 'Your team leader decides whether it counts. Say what they should know.',
  note: 'Note',
  handedOver: 'Entry sent to your team leader',
  needsNetwork: 'This needs a network.',
  fields: {
    amount: 'Amount',
    ptpDate: 'PTP Date',
    actionDate: 'Date',
    paymentDate: 'Payment Date',
    followUpDate: 'Follow Up Date',
    settlementDate: 'Settlement Date',
    comments: 'Comments',
    isHotPtp: 'Hot PTP',
  },
  sendNow: 'Send now',
  retry: 'Try again',
  remove: 'Remove',
  discard: 'Discard',
  discardTitle: 'Discard this entry?',
  discardAbout: 'It was not accepted and will not be sent again. Say why it is not needed.',
  reason: 'Reason',
  reasonNeeded: 'Reason is required',
  discarded: 'Entry discarded successfully',
  removed: 'Entry removed successfully',
  alreadySent: 'This entry is on its way and can no longer be removed.',
  keep: 'Keep',
  more: (count: number) => `And ${count} more`,
  empty: 'Nothing is waiting.',
  emptyAbout: 'What you save without a network waits here and is sent by itself.',
  inReview: 'Saved. Your team leader will look at it before it counts.',
  duplicate: 'Saved already: another entry says the same.',
  notices: {
    LOAN_INACTIVE: ({ date }: FailureFacts) =>
      date
        ? `Saved. This loan was closed on ${date}, so the promise will not be tracked.`
        : 'Saved. This loan was closed meanwhile, so a promise will not be tracked.',
    REASSIGNED: () => 'Saved. This loan is with somebody else now; they will go on with it.',
    DNC_NOW: () => 'Saved. This borrower must not be called any more.',
    CONTACT_AGAINST: ({ rule }: FailureFacts) =>
      `Saved and marked: ${contactRules[String(rule)] ?? contactRulesText.blocked}. Your team leader sees it.`,
    PTP_PAST: () => 'Saved. The day of this promise is over; it was judged by what was paid.',
    POSSIBLE_DUPLICATE: () => 'Saved. It looks like one you wrote before; your team leader can remove it.',
    MASTER_RETIRED: () => 'Saved. This outcome is no longer in use.',
    CLOCK_FUTURE: () => 'Saved. The clock of this phone runs ahead; please set it right.',
    STALE: () => 'Saved. It was written more than 30 days ago and is marked as late.',
  },
});
