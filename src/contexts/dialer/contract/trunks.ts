import { domain } from '#kernel/contract/endpoint.ts';
import { note, number, optional, text } from '#kernel/contract/field.ts';
import { master } from '#kernel/contract/master.ts';

export const trunks = domain(
  'trunks',
  master('/trunks', {
    called: ['trunk', 'trunks'],
    draft: {
      name: text({ max: 60, unique: true }),
      host: text({ max: 120, isLine: true }),
      port: number({ min: 1, max: 65_535 }),
      /** Carriers that want one register us under it. */
      username: optional(note({ max: 120 })),
      weight: number({ min: 1, max: 100 }),
      channelLimit: number({ min: 1, max: 10_000 }),
      place: number({ min: 1, max: 9 }),
    },
    flags: { list: 'list_trunks', create: 'create_trunks', edit: 'edit_trunks' },
    active: true,
    sorts: ['name', 'host', 'weight', 'channelLimit', 'place'],
  }),
);
