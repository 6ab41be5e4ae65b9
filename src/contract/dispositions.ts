import * as z from 'zod/mini';
import { domain, endpoint } from './kernel/endpoint.ts';
import { id, nullable, optional } from './kernel/field.ts';

/** The four outcomes the specification names, seeded with these ids (G087). */
export const dispositionIds = { PTP: 1, Followup: 2, FinalSettlement: 3, Payment: 4 } as const;

/** Dispositions and, below each, its sub-dispositions, most important first. */
export const dispositions = domain('dispositions', {
  options: endpoint('GET /options/dispositions', {
    can: 'staff',
    takes: { clientId: optional(id('clients')) },
    gives: z.object({ id: id(), name: z.string(), parentId: nullable(id()), priority: z.int() }),
    answer: 'rows',
  }),
});
