import { localised } from '#text/locale.ts';
import { plural } from '#text/plural.ts';

/** Texts of transfers. */
export const transfersText = localised('transfers', {
  transfer: 'Transfer',
  title: 'Hand the call on',
  about: (name: string) => `${name} hears music until somebody is there.`,
  how: 'How',
  warm: 'Speak first',
  blind: 'Send at once',
  warmHint: 'You speak with them before the borrower does, and hand over when you like.',
  blindHint: 'You are free as soon as they are there. If nobody comes, the borrower is back with you.',
  lead: (name: string) => `Call the lead, ${name}`,
  people: 'Colleagues',
  teams: 'Whoever of a team is free first',
  numbers: 'Numbers',
  waits: 'Waits for a call',
  rests: 'Not ready: speak first',
  free: (n: number) => plural('en', n, { one: '# is free', other: '# are free' }),
  nobody: 'Nobody is free now, and no number is allowed. Ask your admin for one under Transfer Numbers.',
  ringing: (name: string) => `Calling ${name}…`,
  speaking: (name: string) => `You speak with ${name}. The borrower hears music.`,
  three: (name: string) => `You, the borrower and ${name} speak.`,
  calledIn: (name: string) => `${name} called you in. They hand the call to you when you have spoken.`,
  joinAll: 'All three',
  music: 'Music',
  complete: 'Hand over',
  cancel: 'Take back',
  leave: 'Leave',
  failed: 'The call could not be handed on.',
});
