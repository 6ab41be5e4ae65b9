import { localised } from '../locale.ts';

/** What waits on this phone, and what became of it. */
export const queueText = localised('queue', {
  title: 'Queue',
  about: 'Entries stay on this phone until Recoup has confirmed them.',

  savedHere: 'Saved on this phone. It will be sent automatically.',
  storageFull: 'Not saved: phone storage is full. Free some space and tap Save again.',
  notSaved: 'Not saved: this browser did not let Recoup keep the entry. Tap Save again.',
  refusedNotice: 'An entry was not accepted. See why in the queue.',
  safeHere: (count: number) =>
    count === 1
      ? '1 entry is safe on this phone. Sign in to send it.'
      : `${count} entries are safe on this phone. Sign in to send them.`,

  online: 'Online',
  offline: 'Offline',
  offlineWaiting: (count: number) => `Offline · ${count} waiting`,
  waitingCount: (count: number) => `${count} waiting`,
  sendingOf: (at: number, of: number) => `Sending ${at} of ${of}`,
  allSent: (time: string) => `All sent ${time}`,
  needsYou: (count: number) => (count === 1 ? '1 entry needs you' : `${count} entries need you`),
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
    bug: 'This entry was already saved with other content.',
    permanent: 'The entry was not accepted.',
    upgrade: 'This version of Recoup is too old to send it. Update Recoup.',
    load: 'Recoup was very busy.',
    server: 'Something broke in Recoup. It will be tried again.',
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
});
