import { localised } from '#text/locale.ts';

/** A campaign while its dialer runs, as its supervisor sees it. */
export const superviseText = localised('supervise', {
  title: 'Campaign',
  openOf: (name: string) => `Live campaign ${name}`,
  nothing: '–',
  agents: 'Agents',
  free: 'Free',
  ringing: 'Ringing',
  talking: 'Talking',
  writing: 'Wrap-up',
  waiting: 'Callers waiting',
  utilisation: 'Utilisation, last hour',
  percent: (n: number) => `${n} %`,
  abandoned: 'Abandoned today',
  ofAnswered: (share: string, abandoned: string, answered: string) =>
    `${share} (${abandoned} of ${answered})`,
  target: 'Target and stop',
  targets: (target: number, stop: number) => `${target} % · ${stop} %`,
  level: 'Calls for each free agent',
  ratio: 'Calls for each agent, by who answers',
  ratioNow: (ratio: string, answered: string) => `${ratio} (${answered} answer)`,
  threshold: 'Threshold',
  risk: 'Risk of the next call',
  heldBack: 'Held back',
  restraints: {
    progressive: 'One call for one agent',
    'day-figure': 'Too many abandoned today',
    threshold: 'Dialling ahead does not pay now',
  },
  leads: 'Loans to call',
  queued: (n: string) => `${n} wait to be called now.`,
  later: (n: string, next: string) => `${n} for later${next ? `, the first at ${next}` : ''}.`,
  why: 'Why nobody is left to call',
  needsYou: 'Who needs you',
  nobodyNeeds: 'Nobody right now.',
  needs: {
    writing: (minutes: number) => `writing up a call for ${minutes} min`,
    break: (minutes: number) => `on break for ${minutes} min`,
    idle: (minutes: number) => `not ready for ${minutes} min`,
  },
});
