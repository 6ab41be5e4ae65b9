/** Endpoints of a test domain, with every field kind of lists and forms. */
import * as z from 'zod/mini';
import { domain, endpoint } from '../../src/kernel/contract/endpoint.ts';
import {
  choice,
  clock,
  day,
  email,
  flag,
  id,
  ids,
  instant,
  mobile,
  note,
  nullable,
  number,
  optional,
  rupees,
  text,
} from '../../src/kernel/contract/field.ts';
import { list } from '../../src/kernel/contract/list.ts';
import { dropdownRow, master } from '../../src/kernel/contract/master.ts';

export const statuses = ['Open', 'Paid', 'Broken'] as const;
const person = z.object({ firstName: z.string(), lastName: z.string() });
const row = z.object({
  id: id(),
  name: text(),
  number: text(),
  due: rupees(),
  paid: nullable(rupees()),
  calls: number(),
  promisedOn: nullable(day()),
  changedAt: instant(),
  isHot: flag(),
  status: choice(statuses),
  agent: nullable(person),
  tags: z.array(z.object({ name: z.string(), colorCode: z.string() })),
  isDNC: flag(),
});
export type Case = z.infer<typeof row>;

export const cases = domain('cases', {
  list: list('GET /cases', {
    can: 'staff',
    row,
    filters: {
      status: choice(statuses),
      from: day(),
      to: day(),
      clientIds: ids('clients'),
      portfolioId: id('portfolios'),
      isHot: flag(),
      isActive: flag(),
    },
    sorts: ['name', 'due', 'promisedOn'],
    summary: z.object({ due: rupees(), paid: rupees() }),
  }),
  close: endpoint('POST /cases/:id/close', { can: 'staff' }),
  clients: endpoint('GET /clients/dropdown', {
    can: 'staff',
    takes: { q: optional(text()), ids: optional(ids()) },
    gives: dropdownRow,
    answer: 'rows',
  }),
  /** A permission granted to no user here. */
  portfolios: endpoint('GET /portfolios/dropdown', {
    can: 'list_portfolio_dropdown',
    gives: dropdownRow,
    answer: 'rows',
  }),
  isTaken: endpoint('GET /options/validate', {
    can: 'staff',
    takes: { entity: text(), field: text(), value: text(), exceptId: optional(id()) },
    gives: { exists: flag() },
  }),
});

export const rooms = domain(
  'rooms',
  master('/rooms', {
    called: ['shop', 'shops'],
    draft: {
      name: text({ max: 30, unique: true }),
      opens: clock(),
      floor: choice(['Ground', 'First']),
      clientId: id('clients'),
      portfolioId: optional(nullable(id('portfolios'))),
      rent: rupees({ min: 0 }),
      seats: optional(number()),
      mobile: optional(mobile()),
      email: optional(email()),
      since: optional(day()),
      isQuiet: optional(flag()),
      about: optional(note({ max: 250 })),
    },
    flags: { list: 'staff', create: 'staff', edit: 'staff' },
    active: true,
  }),
);

/** Eighteen columns, for the benchmark. */
const wide = z.object({
  id: id(),
  ...Object.fromEntries(Array.from({ length: 18 }, (_, i) => [`c${i}`, z.string()])),
});
export const wides = domain('wides', {
  list: list('GET /wides', { can: 'staff', row: wide as z.ZodMiniObject<{ id: z.ZodMiniNumber }> }),
});
