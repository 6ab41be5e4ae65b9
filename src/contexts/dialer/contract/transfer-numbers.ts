import { domain } from '#kernel/contract/endpoint.ts';
import { mobile, text } from '#kernel/contract/field.ts';
import { master } from '#kernel/contract/master.ts';

/** Telephones outside the agency that a call may be handed on to. */
export const transferNumbers = domain(
  'transfer-numbers',
  master('/transfer-numbers', {
    called: ['transfer number', 'transfer numbers'],
    draft: { name: text({ max: 60, unique: true }), number: mobile() },
    // Whoever decides by which carriers calls go out decides where they may go.
    flags: { list: 'list_trunks', create: 'create_trunks', edit: 'edit_trunks' },
    active: true,
    sorts: ['name'],
  }),
);
