/** Since when nothing is owed on a loan any more, and whether it was settled for less; null while something is. */
import * as z from 'zod/mini';
import { day, flag, nullable } from '#kernel/contract/field.ts';

export const paidOff = nullable(z.object({ on: day(), isSettled: flag() }));
