import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import {
  colour,
  day,
  flag,
  id,
  ids,
  note,
  nullable,
  number,
  object,
  optional,
  phone,
  rupees,
  text,
} from '#kernel/contract/field.ts';
import { master } from '#kernel/contract/master.ts';

const target = object({ month: number({ min: 1, max: 12 }), year: number(), target: rupees() });
export const defaultColour = '#009070';

/** Portfolio: loans of one type under one agreement, with one owner. */
export const portfolios = domain('portfolios', {
  ...master('/portfolios', {
    called: ['portfolio', 'portfolios'],
    draft: {
      name: text({ max: 60, unique: true }),
      clientId: id('clients'),
      ownerId: id('users'),
      contactNumber: optional(nullable(phone())),
      /** The specification's spelling. */
      aggrementDate: optional(nullable(day())),
      commercials: optional(note({ max: 250 })),
      /** The specification's spelling; percent of what is owed. */
      maxWavier: optional(note({ max: 60 })),
      colorCode: colour(),
      /** Borrowers with instalments may be offered UPI autopay (decision 255). */
      hasAutopay: optional(flag()),
    },
    shows: {
      ownerId: nullable(id('users')),
      portfolioClient: object({ name: z.string() }),
      owner: nullable(object({ firstName: z.string(), lastName: z.string(), roleName: z.string() })),
      /** What its allocations aim at, month by month, the latest first. */
      targets: z.array(target),
    },
    flags: { list: 'list_portfolio', create: 'add_portfolio', edit: 'edit_portfolio' },
    active: true,
    confirmsOff: true,
    /** The specification's alias of q. */
    filters: { search: text({ max: 100 }) },
    sorts: ['name', 'aggrementDate'],
  }),
  dropdown: endpoint('GET /portfolios/dropdown', {
    about: 'Portfolios to choose from, of one lender where named.',
    can: 'list_portfolio_dropdown',
    takes: {
      q: optional(text({ max: 60 })),
      ids: optional(ids()),
      clientId: optional(id('clients')),
      /** Includes the client's name. */
      withClient: optional(flag()),
    },
    gives: { id: id(), name: z.string(), clientName: optional(z.string()) },
    answer: 'rows',
  }),
});
