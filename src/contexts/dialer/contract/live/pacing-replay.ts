/** Replay of a campaign's day with other pacing settings. */
import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, day, flag, id, key, number, optional, percent } from '#kernel/contract/field.ts';

export const pacingModes = ['predictive', 'progressive'] as const;
const count = z.int();
/** Of one; nothing where there is nothing to divide by. */
const share = z.nullable(z.number());
const figures = {
  dials: count,
  answers: count,
  abandons: count,
  /** Talking and writing ÷ that and waiting. */
  utilisation: share,
  /** Average seconds an agent waits for the next call. */
  wait: share,
};
const run = z.object({
  ...figures,
  hours: z.array(z.object({ hour: count, agents: z.number(), ...figures })),
});
const settings = {
  mode: choice(pacingModes),
  maxRatio: number({ min: 1, max: 10 }),
  targetAbandon: percent({ min: 0.1, max: 3 }),
  patienceSeconds: number({ min: 1, max: 10 }),
};
/** Permission for the floor, limited to campaigns of visible agents. */
const can = 'list_agent_live_status';

export const pacingReplay = domain('pacing-replay', {
  campaigns: endpoint('GET /dialer/replay', {
    about: 'Campaigns whose dialer called ahead on a day, with how many calls.',
    can,
    takes: { day: day() },
    gives: z.object({ id: id('campaigns'), name: z.string(), dials: count, ...settings }),
    answer: 'rows',
  }),
  play: endpoint('GET /dialer/replay/:id', {
    about: 'What a day of a campaign was, would be again, and would have been with other settings.',
    can,
    takes: {
      id: key('campaigns'),
      day: day(),
      mode: optional(settings.mode),
      maxRatio: optional(settings.maxRatio),
      targetAbandon: optional(settings.targetAbandon),
      patienceSeconds: optional(settings.patienceSeconds),
    },
    gives: z.object({
      was: run,
      /** Simulated with the settings the campaign has: how far the simulation itself is from what was. */
      again: run,
      would: run,
      assumes: z.object({
        rings: count,
        talks: count,
        /** A large floor decides every two seconds here, not whenever an agent is free. */
        isCoarse: flag(),
      }),
    }),
    errors: ['NOT_FOUND', 'REPLAY_NOT_POSSIBLE'],
  }),
});
