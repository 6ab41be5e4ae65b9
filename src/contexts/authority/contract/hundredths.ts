import * as z from 'zod/mini';
import { as } from '#kernel/contract/field.ts';

/** A share to decide by: percent on the wire, hundredths of a percent in the server, rounded up: 25.001 % is above 25 %. */
export const hundredths = () =>
  as(
    z.codec(z.number().check(z.minimum(0), z.maximum(100)), z.int(), {
      // What binary fractions add to 35.01 is no hundredth more.
      decode: (percents) => Math.ceil(Number((percents * 100).toFixed(6))),
      encode: (share) => share / 100,
    }),
    { kind: 'number' },
  );
