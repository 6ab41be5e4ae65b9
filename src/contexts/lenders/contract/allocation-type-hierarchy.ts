import * as z from 'zod/mini';
import { domain } from '#kernel/contract/endpoint.ts';
import { id, ids, months, number, object, rupees } from '#kernel/contract/field.ts';
import { master } from '#kernel/contract/master.ts';

const named = object({ name: z.string() });

/** Without a dropdown, because these have no name. */
const { dropdown: _, ...endpoints } = master('/allocation-type-hierarchy', {
  called: ['monthly target', 'monthly targets'],
  draft: {
    clientId: id('clients'),
    portfolioId: id('portfolios'),
    allocationTypeId: id('allocation-types'),
    ownerId: id('users'),
    month: number({ min: 1, max: 12 }),
    year: number({ min: 2000, max: 2100 }),
    target: rupees({ min: 0 }),
  },
  shows: {
    /** Months in the order of the calendar, to sort by. */
    period: number(),
    client: named,
    portfolio: named,
    allocationType: object({ name: z.string(), colorCode: z.string() }),
    owner: object({ firstName: z.string(), lastName: z.string(), roleName: z.string() }),
  },
  filters: {
    allocationTypeIds: ids('allocation-types'),
    clientIds: ids('clients'),
    portfolioIds: ids('portfolios'),
    ownerIds: ids('users'),
    monthYearPairs: months(),
  },
  flags: {
    // The specification has no separate flag for the list (G009).
    list: 'list_allocation_type',
    create: 'create_allocation_type_hierarchy',
    edit: 'update_allocation_type_hierarchy',
  },
  sorts: ['period', 'target'],
  touches: ['portfolios'],
});

/** Who answers for an allocation type of a portfolio in a month, and how much is to be collected. */
export const allocationTypeHierarchy = domain('allocation-type-hierarchy', endpoints);
