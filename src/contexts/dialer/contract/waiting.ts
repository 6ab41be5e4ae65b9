/** Why an agent who is ready gets no call. */
import * as z from 'zod/mini';
import { endpoint } from '#kernel/contract/endpoint.ts';
import { choice, instant, nullable } from '#kernel/contract/field.ts';

/**
 * In the order in which they are looked at. `filling`: loans of the campaign are about to become leads; `ready`: calls are
 * being placed.
 */
export const waitingReasons = [
  'no_exchange',
  'no_line',
  'no_trunk',
  'no_recording',
  'late_events',
  'inactive',
  'not_started',
  'outside_hours',
  'filling',
  'no_leads',
  'later',
  'ready',
] as const;
export type WaitingReason = (typeof waitingReasons)[number];

export const waiting = endpoint('GET /dialer/waiting', {
  about: 'Why the caller waits for a call, until when, and who can change it.',
  can: { roles: ['agent'] },
  gives: z.object({
    reason: choice(waitingReasons),
    /** When calls are possible again; null if unknown. */
    until: nullable(instant()),
    /** Names of those who can change it, the nearest superior first. */
    people: z.array(z.string()),
  }),
});
