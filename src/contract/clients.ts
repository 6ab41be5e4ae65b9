import { domain, endpoint } from './kernel/endpoint.ts';
import { id, ids, optional, text } from './kernel/field.ts';
import { dropdownRow } from './kernel/master.ts';

const search = { q: optional(text({ max: 60 })), ids: optional(ids()) };

/** Lenders and their portfolios: the choices an upload needs. */
export const clients = domain('clients', {
  dropdown: endpoint('GET /clients/dropdown', {
    can: 'list_client_dropdown',
    takes: search,
    gives: dropdownRow,
    answer: 'rows',
  }),
});
export const portfolios = domain('portfolios', {
  dropdown: endpoint('GET /portfolios/dropdown', {
    can: 'list_portfolio_dropdown',
    takes: { ...search, clientId: optional(id('clients')) },
    gives: dropdownRow,
    answer: 'rows',
  }),
});
