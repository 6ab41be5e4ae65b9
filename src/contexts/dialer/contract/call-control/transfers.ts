import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { flag, id, nullable, optional } from '#kernel/contract/field.ts';
import { dials } from '../dialer.ts';
import { standing } from '../standing.ts';

const named = { id: id(), name: z.string() };
const refused = ['DIALER_OFF', 'DIALER_BUSY'] as const;

/** Transfer of a live call: to a colleague, the first free agent of a team, or a number an admin allowed. */
export const transfers = domain('transfers', {
  targets: endpoint('GET /dialer/transfer-targets', {
    about: 'To whom the caller’s present call may be handed on.',
    can: dials,
    gives: z.object({
      /** Colleagues with a connected line and no call. `isReady`: a blind transfer is possible. */
      people: z.array(z.object({ ...named, isReady: flag() })),
      /** Teams by leader. `ready`: free agents who accept a blind transfer. */
      teams: z.array(z.object({ ...named, free: z.int(), ready: z.int() })),
      numbers: z.array(z.object(named)),
      /** The caller's team leader; null without one, or without an extension. */
      lead: nullable(z.object(named)),
    }),
  }),
  /** Starts a transfer to one target; the borrower hears hold music, and returns to the agent without an answer. */
  start: endpoint('POST /dialer/transfer', {
    about: 'Calls somebody into the caller’s present call, to hand it on.',
    can: dials,
    takes: {
      /** Blind: the caller leaves when the target answers; else they consult first (warm transfer). */
      isBlind: flag(),
      userId: optional(id('users')),
      teamId: optional(id('users')),
      numberId: optional(id('transfer-numbers')),
      toLead: optional(flag()),
    },
    gives: standing,
    errors: ['NOT_FOUND', 'TRANSFER_NOT_POSSIBLE', ...refused],
    touches: ['dialer'],
  }),
  complete: endpoint('POST /dialer/transfer/complete', {
    about: 'Leaves the caller’s present call to whoever was called in.',
    can: dials,
    gives: standing,
    errors: refused,
    touches: ['dialer'],
  }),
  cancel: endpoint('POST /dialer/transfer/cancel', {
    about: 'Sends away whoever was called in; the caller keeps the call.',
    can: dials,
    gives: standing,
    errors: refused,
    touches: ['dialer'],
  }),
});
