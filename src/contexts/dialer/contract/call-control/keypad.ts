import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { dials } from '../dialer.ts';
import { standing } from '../standing.ts';

/** Keypad digits in a live call, for phone menus of offices and branches. */
export const keypad = domain('keypad', {
  press: endpoint('POST /dialer/keys', {
    about: 'Presses keys of a telephone in the caller’s present call.',
    can: dials,
    takes: { keys: z.string().check(z.regex(/^[0-9*#]{1,20}$/)) },
    gives: standing,
    errors: ['DIALER_OFF', 'DIALER_BUSY'],
  }),
});
