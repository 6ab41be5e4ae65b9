import { domain, endpoint } from './kernel/endpoint.ts';
import { ids, optional, text } from './kernel/field.ts';
import { dropdownRow } from './kernel/master.ts';

const search = { q: optional(text({ max: 60 })), ids: optional(ids()) };

/** Lenders. */
export const clients = domain('clients', {
  dropdown: endpoint('GET /clients/dropdown', {
    can: 'list_client_dropdown',
    takes: search,
    gives: dropdownRow,
    answer: 'rows',
  }),
});
