import { plural } from '#text/plural.ts';
import { localised } from '#text/locale.ts';

/** Texts about unsent entries on every screen. */
export const queueText = localised('queue', {
  savedHere: 'Saved on this phone. It will be sent automatically.',
  storageFull: 'Not saved: phone storage is full. Free some space and tap Save again.',
  notSaved: 'Not saved: this browser did not let Recoup keep the entry. Tap Save again.',
  notAllowed:
    'Not saved: this browser does not allow storage for this site. Keep the form open, allow site data for this address in the settings of the browser, or save again with a network.',
  notLoaded:
    'Not saved: the part of Recoup that saves is not on this phone yet. What you typed stays here. Connect, then tap Save again.',
  notSecure:
    'Not saved: the address of this page begins with http, so this browser keeps nothing and Recoup could not be reached. Keep the form open and save again with a network, or open Recoup by its https address.',
  notSecureHere:
    'The address of this page begins with http: this phone cannot keep entries or borrowers. What you save is sent at once, and only with a network. Open Recoup by its https address to work without one.',
  refusedNotice: 'An entry was not accepted. See why in the queue.',
  safeHere: (count: number) =>
    count === 1
      ? '1 entry is safe on this phone. Sign in to send it.'
      : `${count} entries are safe on this phone. Sign in to send them.`,

  sentAgain: (count: number) =>
    count === 1
      ? 'Recoup works with another database now. The entry you sent lately is sent again, to be sure.'
      : `Recoup works with another database now. The ${count} entries you sent lately are sent again, to be sure.`,

  apart: (count: number) =>
    count === 1
      ? 'Another agency is at this address now. 1 entry for the one before was not sent to it and stays sealed on this phone. See the queue.'
      : `Another agency is at this address now. ${count} entries for the one before were not sent to it and stay sealed on this phone. See the queue.`,

  online: 'Online',
  absence: {
    network: 'Offline',
    blocked: 'No connection to Recoup: weak signal or blocked',
    portal: 'No connection: this network asks you to sign in',
    server: 'Server does not answer',
  },
  absenceWaiting: (absence: string, count: number) => `${absence} · ${count} waiting`,
  waiting: 'Waiting',
  waitingCount: (count: number) => `${count} waiting`,
  sendingOf: (at: number, of: number) => `Sending ${at} of ${of}`,
  allSent: (time: string) => `All sent ${time}`,
  needsYou: (count: number) => plural('en', count, { one: '# entry needs you', other: '# entries need you' }),
});
