import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { flag, id, ids, optional, text } from '#kernel/contract/field.ts';
import { dropdownRow } from '#kernel/contract/master.ts';

const search = { q: optional(text({ max: 60 })), ids: optional(ids()) };
const named = z.object({ name: z.string() });

export const options = domain('options', {
  /** Whether a value is in use. Needs the permission of its form (G156, S21). */
  validate: endpoint('GET /options/validate', {
    about: 'Whether a value of a form is taken already.',
    can: 'staff',
    takes: { entity: text({ max: 40 }), field: text({ max: 40 }), value: text(), exceptId: optional(id()) },
    gives: { exists: flag() },
  }),
  states: endpoint('GET /options/states', {
    about: 'States of India to choose from.',
    can: 'list_state_dropdown',
    takes: search,
    gives: dropdownRow,
    answer: 'rows',
  }),
  /** Towns of a state, searchable because they exceed a dropdown. */
  cities: endpoint('GET /options/cities/:id', {
    about: 'Cities of a state to choose from.',
    can: 'list_city_dropdown',
    takes: search,
    gives: dropdownRow,
    answer: 'rows',
  }),
  /** What occurs in the loans of a client that the caller sees, spelled as the lender spells it. */
  clientStates: endpoint('GET /options/client/states/:id', {
    about: 'States that occur in a lender’s loans.',
    can: 'list_state_dropdown',
    gives: named,
    answer: 'rows',
  }),
  clientCities: endpoint('GET /options/client/cities/:id', {
    about: 'Cities that occur in a lender’s loans.',
    can: 'list_city_dropdown',
    gives: named,
    answer: 'rows',
  }),
  clientProductTypes: endpoint('GET /options/client/product-type/:id', {
    about: 'Product types that occur in a lender’s loans.',
    can: 'staff',
    gives: named,
    answer: 'rows',
  }),
  exportTypes: endpoint('GET /options/export-types', {
    about: 'Lists the caller may export.',
    can: 'staff',
    gives: z.object({ id: z.string(), name: z.string() }),
    answer: 'rows',
  }),
});
