/** Sums that only the server says. */
import * as z from 'zod/mini';
import { as } from './field.ts';

/** A sum of a whole agency, which only the server says: it may be more than anybody may type. */
export const rupeesInAll = () =>
  as(
    z.codec(z.number(), z.int(), {
      decode: (r) => Math.round(r * 100),
      encode: (paise) => paise / 100,
    }),
    { kind: 'rupees' },
  );
