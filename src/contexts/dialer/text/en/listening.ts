import { localised } from '#text/locale.ts';

/** Texts of call monitoring. */
export const listeningText = localised('listening', {
  listen: 'Listen',
  listenTo: (name: string) => `Listen to ${name}`,
  rings: (name: string) => `Your desk phone rings: take it to hear ${name}.`,
  modes: { listen: 'Listen', whisper: 'Whisper', join: 'Join' },
  now: {
    listen: (name: string) => `You hear ${name}. Nobody hears you.`,
    whisper: (name: string) => `${name} hears you; the borrower does not.`,
    join: (name: string) => `${name} and the borrower hear you.`,
  },
  seen: (name: string) => `${name} sees that you listen.`,
  unseen: (name: string) => `${name} does not see that you listen.`,
  rule: 'Agents see who listens to them',
  ruleHint: 'Whoever whispers or joins is always seen. Every listening is in the audit.',
  ruleFailed: 'It could not be changed.',
  how: 'How you take part',
  takeOver: 'Take over',
  stop: 'Stop',
  heardBy: (names: string) => `Heard by ${names}`,
  failed: 'Nothing can be heard now.',
});
