/** Totals computed only by the server. */
import * as z from 'zod/mini';
import { as } from './field.ts';

/** Total of an agency, computed by the server: may exceed the input limit. */
export const rupeesInAll = () =>
  as(
    z.codec(z.number(), z.int(), {
      decode: (r) => Math.round(r * 100),
      encode: (paise) => paise / 100,
    }),
    { kind: 'rupees' },
  );
