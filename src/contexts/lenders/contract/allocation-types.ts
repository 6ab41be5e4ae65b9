import { domain } from '#kernel/contract/endpoint.ts';
import { colour, note, optional, text } from '#kernel/contract/field.ts';
import { master } from '#kernel/contract/master.ts';

/** How loans are dealt out, such as fresh, repeat or legal. */
export const allocationTypes = domain(
  'allocation-types',
  master('/allocation-types', {
    called: ['allocation type', 'allocation types'],
    draft: {
      name: text({ max: 60, unique: true }),
      code: optional(note({ max: 20 })),
      colorCode: colour(),
    },
    flags: {
      list: 'list_allocation_type',
      create: 'create_allocation_type',
      edit: 'update_allocation_type',
    },
    active: true,
    sorts: ['name', 'code'],
    // Loans show the name and the colour of their type.
    touches: ['loans', 'allocation-type-hierarchy'],
  }),
);
