import type * as z from 'zod/mini';
import { domain, endpoint } from './kernel/endpoint.ts';
import { flag, id, optional, text } from './kernel/field.ts';

export const options = domain('options', {
  /** Is this value taken? Needs the permission of the form that asks (G156, S21). */
  validate: endpoint('GET /options/validate', {
    can: 'staff',
    takes: { entity: text({ max: 40 }), field: text({ max: 40 }), value: text(), exceptId: optional(id()) },
    gives: { exists: flag() },
  }),
});
export type Exists = z.infer<typeof options.validate.gives>;
