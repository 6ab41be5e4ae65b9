import { plural } from '#text/plural.ts';
import { localised } from '#text/locale.ts';

/** The page that works when the app does not. */
export const rescueText = localised('rescue', {
  title: 'Recoup: rescue',
  about: 'For the day the app does not open. Entries that wait on this phone can be sent from here.',
  none: 'Nothing is waiting on this phone.',
  waiting: (count: number) =>
    plural('en', count, { one: '# entry waits on this phone.', other: '# entries wait on this phone.' }),
  others: (count: number) =>
    plural('en', count, { one: '# of them is by another user.', other: '# of them are by another user.' }),
  refused: (count: number) =>
    count === 1
      ? '1 was not accepted: see it in the app.'
      : `${count} were not accepted: see them in the app.`,
  send: 'Send now',
  signIn: 'Sign in to send them',
  email: 'Username',
  password: 'Password',
  code: 'Code of the authenticator app, or a recovery code',
  submit: 'Sign in',
  failed: 'That did not work. Check the network and try again.',
  repair: 'Load the app anew',
  repairAbout: 'Fetches every file of the app again. What waits on this phone stays. This needs a network.',
});
