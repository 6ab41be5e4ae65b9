import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, flag, id, ids, nullable, optional, text } from '#kernel/contract/field.ts';
import { dropdownRow, master } from '#kernel/contract/master.ts';

/** The four dispositions of the specification, seeded with these ids (G087). */
export const dispositionIds = { PTP: 1, Followup: 2, FinalSettlement: 3, Payment: 4 } as const;
export const dispositionTypes = ['disposition', 'subDisposition'] as const;

const identity = { id: id(), uId: z.string(), name: z.string() };
const own = { priority: z.int(), defaultApply: flag(), isActive: flag() };

/** Dispositions of a contact: trees with sub-dispositions, most important first. */
const tree = master('/disposition', {
  called: ['disposition', 'dispositions'],
  draft: {
    type: choice(dispositionTypes),
    name: text({ max: 60 }),
    parentId: optional(nullable(id('dispositions'))),
    defaultApply: optional(flag()),
    clientIds: optional(ids('clients')),
    /** The borrower is deceased: places a hold on all their loans and closes every channel. */
    isDeath: optional(flag()),
  },
  shows: {
    priority: z.int(),
    subDisposition: z.array(z.object({ ...identity, ...own })),
  },
  // The specification has no edit flag: the add flag applies (G011).
  flags: {
    list: 'list_dispositions',
    create: 'create_dispositions',
    edit: 'create_dispositions',
    dropdown: 'list_disposition_dropdown',
  },
  active: true,
  /** The specification's screen always sends export=false. */
  filters: { export: flag() },
  sorts: ['priority', 'name'],
});

export const dispositions = domain('dispositions', {
  ...tree,
  /** Swaps the positions of two sub-dispositions of one disposition (G155). */
  swap: endpoint('PATCH /disposition/swap-priority', {
    about: 'Exchanges the priority of two sub-dispositions.',
    can: 'create_dispositions',
    takes: { from: id('dispositions'), to: id('dispositions') },
    errors: ['NOT_FOUND', 'INVALID_INPUT'],
  }),
  subs: endpoint('GET /disposition/sub/dropdown', {
    about: 'Active sub-dispositions of some dispositions, or of all.',
    can: 'list_sub_disposition_dropdown',
    takes: {
      dispositionIds: optional(ids('dispositions')),
      q: optional(text({ max: 60 })),
      ids: optional(ids()),
    },
    gives: dropdownRow,
    answer: 'rows',
  }),
  options: endpoint('GET /options/dispositions', {
    about: 'Dispositions with their sub-dispositions, as the outcome form offers them.',
    can: 'staff',
    takes: { clientId: optional(id('clients')) },
    gives: z.object({ id: id(), name: z.string(), parentId: nullable(id()), priority: z.int() }),
    answer: 'rows',
  }),
  ofClient: endpoint('GET /client-disposition/all/:id', {
    about: 'Dispositions offered for a lender.',
    can: { any: ['list_client', 'list_dispositions'] },
    gives: z.object({ ...identity, ...own, type: choice(dispositionTypes), parentId: nullable(id()) }),
    answer: 'rows',
  }),
});
