import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, colour, ids, nullable, optional, text } from '#kernel/contract/field.ts';
import { dropdownRow, master } from '#kernel/contract/master.ts';

/** Option lists edited by an administrator (G171). */
export const optionSets = [
  'tag',
  'paymentMode',
  'documentCategory',
  'productType',
  'rejectionReason',
] as const;
const set = choice(optionSets);

export const optionValues = domain('option-values', {
  ...master('/option-values', {
    called: ['word of an option list', 'words of option lists'],
    draft: { set, name: text({ max: 60 }), colorCode: optional(nullable(colour())) },
    flags: { list: 'system-admin', create: 'system-admin', edit: 'system-admin' },
    filters: { set },
    active: true,
    sorts: ['name', 'set'],
  }),
  dropdown: endpoint('GET /option-values/dropdown', {
    about: 'Active words of one option list.',
    can: 'staff',
    takes: { set, q: optional(text({ max: 60 })), ids: optional(ids()) },
    gives: dropdownRow,
    answer: 'rows',
  }),
});
