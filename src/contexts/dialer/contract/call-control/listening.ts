import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, flag, id, instant, nullable } from '#kernel/contract/field.ts';

/** Monitoring modes: `listen` is silent, `whisper` reaches the agent only, `join` reaches both sides. */
export const listenModes = ['listen', 'whisper', 'join'] as const;
const standing = nullable(
  z.object({
    agentId: id('users'),
    agentName: z.string(),
    mode: choice(listenModes),
    /** The supervisor's phone answered. */
    isThere: flag(),
    /** Whether the agent sees it while they only listen. */
    isShown: flag(),
    since: instant(),
  }),
);
const rule = z.object({ isShown: flag() });
const can = 'listen_calls';
/** Permission to configure the exchange. */
const rules = 'edit_trunks';

/** Monitoring of an agent's call by a supervisor at a desk phone. */
export const listening = domain('listening', {
  now: endpoint('GET /dialer/listen', {
    about: 'The call the caller listens to now, if any.',
    can,
    gives: standing,
  }),
  start: endpoint('POST /dialer/listen', {
    about: 'Rings the caller’s extension to listen to an agent’s present call.',
    can,
    takes: { userId: id('users'), mode: choice(listenModes) },
    gives: standing,
    errors: ['NOT_FOUND', 'LISTEN_NOT_POSSIBLE', 'NO_EXCHANGE'],
  }),
  change: endpoint('POST /dialer/listen/mode', {
    about: 'Only listens, speaks to the agent alone, or joins the call.',
    can,
    takes: { mode: choice(listenModes) },
    gives: standing,
    errors: ['LISTEN_NOT_POSSIBLE'],
  }),
  /** The agent writes the disposition. */
  takeOver: endpoint('POST /dialer/listen/take-over', {
    about: 'Takes the call over from the agent.',
    can,
    gives: standing,
    errors: ['LISTEN_NOT_POSSIBLE'],
  }),
  rule: endpoint('GET /dialer/listen/rule', {
    about: 'Whether agents see that somebody only listens to them.',
    can: rules,
    gives: rule,
  }),
  setRule: endpoint('PUT /dialer/listen/rule', {
    about:
      'Sets whether agents see that somebody only listens to them; who whispers or joins is always seen.',
    can: rules,
    takes: { isShown: flag() },
    gives: rule,
  }),
  stop: endpoint('POST /dialer/listen/stop', {
    about: 'Ends listening.',
    can,
    gives: standing,
    errors: ['LISTEN_NOT_POSSIBLE'],
  }),
});
