import { domain } from '#kernel/contract/endpoint.ts';
import { mobile, text } from '#kernel/contract/field.ts';
import { master } from '#kernel/contract/master.ts';

/** External telephone numbers allowed as transfer targets. */
export const transferNumbers = domain(
  'transfer-numbers',
  master('/transfer-numbers', {
    called: ['transfer number', 'transfer numbers'],
    draft: { name: text({ max: 60, unique: true }), number: mobile() },
    // Same permissions as trunks.
    flags: { list: 'list_trunks', create: 'create_trunks', edit: 'edit_trunks' },
    active: true,
    sorts: ['name'],
  }),
);
