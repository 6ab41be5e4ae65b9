import { localised } from '#text/locale.ts';

/** Browser line texts: a lost line, microphone and loudspeaker. */
export const browserLineText = localised('browser-line', {
  inProgress: 'Call in progress',
  waits: (borrower: string) => `${borrower} hears hold music. Resume the call to speak.`,
  endsIn: (seconds: string) => `The call ends in ${seconds} s.`,
  resume: 'Resume call',
  resuming: 'Your line is connecting. The call resumes when it is up.',
  end: 'End call',
  sound: 'Microphone and loudspeaker',
  microphone: 'Microphone',
  loudspeaker: 'Loudspeaker',
  usual: 'Default device',
  choose: 'Select a microphone',
  level: 'Microphone level',
  levels: { silent: 'No sound', low: 'Quiet', good: 'Good', high: 'Too loud' },
  otherTab: 'The line is open in another tab. Choose devices there.',
  lost: (device: string) => `Microphone lost: ${device}`,
  lostInCall: 'The borrower cannot hear you. Plug it in again, or choose another microphone.',
  lostToDo: 'Plug it in again, or choose another microphone.',
  silenced: (device: string) => `No sound from ${device}`,
  silencedToDo: 'Its switch or the computer mutes it. Turn it on, or choose another microphone.',
  unnamed: 'the microphone',
  switched: (device: string) => `Microphone: ${device}`,
  notSwitched: 'This device cannot be used. Choose another one.',
});
