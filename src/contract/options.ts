import * as z from 'zod/mini';
import type { Access } from './kernel/access.ts';
import { domain, endpoint } from './kernel/endpoint.ts';
import { flag, id, ids, optional, text } from './kernel/field.ts';
import { dropdownRow } from './kernel/master.ts';

const search = { q: optional(text({ max: 60 })), ids: optional(ids()) };
const named = z.object({ name: z.string() });

/** The lists that can be exported, by the word their `export_type` has, the endpoint they come from, and who may (G145). */
export const exportTypes: readonly { id: string; name: string; of: string; can: Access }[] = [
  { id: 'agent-activity', name: 'User Activity', of: 'activity.report', can: 'export_agent_activity' },
  {
    id: 'agent-productivity',
    name: 'User Productivity',
    of: 'productivity.report',
    can: 'export_agent_productivity',
  },
  {
    id: 'borrower-collection',
    name: 'Borrower Collection',
    of: 'borrower-collection.list',
    can: 'export_borrower_collection',
  },
  { id: 'borrowers', name: 'Borrowers', of: 'loans.list', can: 'export_borrower_collection' },
  { id: 'dnc', name: 'DNC', of: 'dnc-numbers.list', can: 'export_dnc_numbers' },
  { id: 'settlements', name: 'Settlements', of: 'settlements.list', can: 'export_settlements_tracker' },
  {
    id: 'summary',
    name: 'Call & Disposition Tracker',
    of: 'borrower-dispositions.list',
    can: 'export_summary',
  },
  { id: 'users', name: 'Users', of: 'users.list', can: 'export_user' },
];

export const options = domain('options', {
  /** Is this value taken? Needs the permission of the form that asks (G156, S21). */
  validate: endpoint('GET /options/validate', {
    can: 'staff',
    takes: { entity: text({ max: 40 }), field: text({ max: 40 }), value: text(), exceptId: optional(id()) },
    gives: { exists: flag() },
  }),
  states: endpoint('GET /options/states', {
    can: 'list_state_dropdown',
    takes: search,
    gives: dropdownRow,
    answer: 'rows',
  }),
  /** Towns of a state; it has more than a dropdown holds, so the rest is found by typing. */
  cities: endpoint('GET /options/cities/:id', {
    can: 'list_city_dropdown',
    takes: search,
    gives: dropdownRow,
    answer: 'rows',
  }),
  /** What occurs in the loans of a client that the caller sees, spelled as the lender spells it. */
  clientStates: endpoint('GET /options/client/states/:id', {
    can: 'list_state_dropdown',
    gives: named,
    answer: 'rows',
  }),
  clientCities: endpoint('GET /options/client/cities/:id', {
    can: 'list_city_dropdown',
    gives: named,
    answer: 'rows',
  }),
  clientProductTypes: endpoint('GET /options/client/product-type/:id', {
    can: 'staff',
    gives: named,
    answer: 'rows',
  }),
  exportTypes: endpoint('GET /options/export-types', {
    can: 'staff',
    gives: z.object({ id: z.string(), name: z.string() }),
    answer: 'rows',
  }),
});
export type Exists = z.infer<typeof options.validate.gives>;
