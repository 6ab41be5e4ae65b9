import { domain } from '#kernel/contract/endpoint.ts';
import { clock, flag, id, mobile, note, nullable, number, optional, text } from '#kernel/contract/field.ts';
import { master } from '#kernel/contract/master.ts';

/** Numbers that borrowers call, and the teams that answer. */
export const inboundQueues = domain(
  'inbound-queues',
  master('/inbound-queues', {
    called: ['inbound queue', 'inbound queues'],
    draft: {
      name: text({ max: 60, unique: true }),
      number: mobile(),
      clientId: id('clients'),
      /** Without them the hours in which the client's borrowers may be called. */
      opensAt: optional(nullable(clock())),
      closesAt: optional(nullable(clock())),
      /** Text for the speech file of the exchange; a default otherwise. */
      greeting: optional(note({ max: 300 })),
      /** Campaigns that answer the calls, each this many seconds after the previous one. */
      teamId: id('campaigns'),
      secondTeamId: optional(nullable(id('campaigns'))),
      thirdTeamId: optional(nullable(id('campaigns'))),
      overflowSeconds: number({ min: 5, max: 600 }),
      hasCallBack: flag(),
      hasVoicemail: flag(),
    },
    // Same permissions as trunks: routing of outbound and inbound calls is one responsibility.
    flags: { list: 'list_trunks', create: 'create_trunks', edit: 'edit_trunks' },
    active: true,
    sorts: ['name', 'number'],
  }),
);
