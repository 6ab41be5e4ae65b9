/** Apart from the rest of `sync`: the start of the console asks for it before anything is written. */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { instant } from '../field.ts';

/** The key entries are sealed for on the phone; replaced every ninety days. */
export const syncKey = endpoint('GET /sync/key', {
  about: 'Public key that phones seal outbox entries for.',
  can: 'staff',
  gives: { kid: z.string(), spki: z.string(), validUntil: instant() },
});
