import { domain } from '#kernel/contract/endpoint.ts';
import { clock, note, optional, text } from '#kernel/contract/field.ts';
import { master } from '#kernel/contract/master.ts';

export const breaks = domain(
  'breaks',
  master('/breaks', {
    called: ['kind of break', 'kinds of break'],
    draft: {
      name: text({ max: 60, unique: true }),
      duration: clock(),
      description: optional(note({ max: 250 })),
    },
    flags: { list: 'list_break', create: 'create_break', edit: 'edit_break' },
    sorts: ['name', 'duration'],
  }),
);
