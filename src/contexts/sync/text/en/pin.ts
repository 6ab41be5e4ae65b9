import { plural } from '#text/plural.ts';
import { localised } from '#text/locale.ts';

/** PIN lock of cached data for offline work. */
export const pinText = localised('pin', {
  menu: 'Offline PIN',
  offer: 'Borrowers stay here, locked with a PIN.',
  setTitle: 'Work without a network?',
  setAbout:
    'With a PIN of your own, your borrowers are kept on this phone, locked, and open where there is no signal. Without one, nothing about borrowers is kept here.',
  again: 'A new PIN loads your borrowers anew. What waits in the queue is not touched.',
  pin: 'PIN, 6 digits',
  repeat: 'Repeat PIN',
  set: 'Set PIN',
  notNow: 'Not now',
  isSet: 'Your borrowers are now on this phone, locked with your PIN.',
  storing: 'Storing for offline use. Keep the network on.',
  storingFiles: (stored: number, of: number) =>
    `Storing for offline use: ${stored} of ${of}. Keep the network on.`,
  isSetNoApp:
    'Your borrowers are on this phone, locked with your PIN. This browser does not store Recoup itself: open it while connected, or use Chrome.',
  isSetOnly: 'Your PIN is set. Your borrowers are not all on this phone yet: stay connected a little longer.',
  mayVanish: 'This browser may clear what is kept. Add Recoup to the home screen to keep it longer.',
  needDigits: 'Enter 6 digits',
  poor: 'Too easy to guess. Choose other digits.',
  differs: 'The PINs are not the same',
  notSet: 'The PIN could not be set on this phone. Your work goes on with a network.',

  unlockTitle: 'Locked for privacy',
  unlockAbout: 'Enter your PIN to see your borrowers without a network.',
  unlock: 'Unlock',
  wrong: (left: number) =>
    plural('en', left, { one: 'Wrong PIN. # try is left.', other: 'Wrong PIN. # tries are left.' }),
  wait: (seconds: number) => `Wait ${seconds} seconds before the next try.`,
  erased:
    'Too many wrong PINs. What was kept of your borrowers is deleted; your entries in the queue are safe. Connect to continue.',
  forgotten: 'Forgot your PIN? Connect, then choose a new one under Offline PIN in your menu.',
  rather: 'Wait for the network instead',
  leaseTitle: 'Connect to continue',
  lease: 'For privacy, offline data has been locked. Connect to continue.',
  nothingKept:
    'Nothing about borrowers is kept on this phone. With an Offline PIN, set in your menu while connected, they open here too.',
});
