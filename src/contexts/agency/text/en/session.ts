import { localised } from '#text/locale.ts';

/** Signing in and out, passwords and sessions. */
export const sessionText = localised('session', {
  product: 'Recoup',
  loginTitle: 'Log in',
  username: 'Username',
  password: 'Password',
  remember: 'Remember me',
  submit: 'Submit',
  forgot: 'Forgot password',
  usernameMissing: 'Please enter your username',
  usernameNoEmail: 'Please enter a valid email',
  passwordMissing: 'Please enter your password',
  loginSuccessful: 'Login successful',
  loginRefused: 'Invalid username or password',
  loginBroke: 'An error occurred!',
  showPassword: 'Show characters',
  hidePassword: 'Hide characters',

  carousel: 'What Recoup does',
  slideOf: (number: number, count: number) => `Slide ${number} of ${count}`,
  pauseSlides: 'Pause slides',
  playSlides: 'Play slides',
  slides: {
    field: { title: 'Works where the network does not', about: 'Every visit is kept and sent by itself.' },
    call: { title: 'One tap from call to outcome', about: 'The most used dispositions come first.' },
    money: { title: 'Promised, paid, still open', about: 'Each rupee in its place, for every team.' },
  },

  forgotTitle: 'Forgot password',
  forgotAbout: 'We send a link to your e-mail. With it you choose a new password.',
  forgotSend: 'Send link',
  forgotSent: 'If this address has an account, a link is on its way. It works once and for a short time.',
  backToLogin: 'Back to log in',

  setTitle: 'Choose a password',
  setAbout:
    'At least 12 characters, 15 for administrators. A few words you can remember are better than one hard word.',
  newPassword: 'New password',
  repeatPassword: 'Repeat new password',
  newPasswordMissing: 'Please enter a new password',
  repeatDiffers: 'The two passwords are not the same',
  setSave: 'Save password',
  setDone: 'Your password is saved. You can log in now.',
  linkIncomplete: 'This link is incomplete. Open it again from the e-mail, or ask for a new one.',
  askNewLink: 'Ask for a new link',

  changeTitle: 'Change password',
  currentPassword: 'Current password',
  currentWrong: 'This is not your current password',
  changed: 'Password changed successfully',

  sessionsTitle: 'My sessions',
  sessionsAbout: 'Every device that is signed in with your account.',
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  unknownDevice: 'Unknown device',
  thisDevice: 'This device',
  signedInAt: 'Signed in',
  lastSeenAt: 'Last seen',
  endSession: 'Sign out',
  endOthers: 'Sign out everywhere else',
  sessionEnded: 'Signed out there successfully',
  othersEnded: 'Signed out everywhere else successfully',
  noOthers: 'You are signed in on this device only.',

  signOut: 'Sign out',
  signOutFailed: 'logout failed',
});
