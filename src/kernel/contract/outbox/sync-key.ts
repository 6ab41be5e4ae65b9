/** Separate from `sync`: the start of the console requests it before anything is recorded. */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { instant } from '../field.ts';

/** Public key for encrypting entries on the phone; replaced every ninety days. */
export const syncKey = endpoint('GET /sync/key', {
  about: 'Public key that phones seal outbox entries for.',
  can: 'staff',
  gives: { kid: z.string(), spki: z.string(), validUntil: instant() },
});
