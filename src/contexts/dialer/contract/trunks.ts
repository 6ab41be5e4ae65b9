import { domain } from '#kernel/contract/endpoint.ts';
import { choice, flag, note, number, nullable, optional, text } from '#kernel/contract/field.ts';
import { master } from '#kernel/contract/master.ts';

export const transports = ['udp', 'tcp', 'tls'] as const;
/** Format of dialed Indian numbers: as stored, ten digits, or ten digits after 0, 91 or +91. */
export const numberFormats = ['as_is', 'national', 'zero', 'country', 'plus'] as const;
/** Codecs that trunks can be offered, by their Asterisk names. */
export const codecNames = ['alaw', 'ulaw', 'g722', 'g729', 'gsm', 'opus'] as const;

export const trunks = domain(
  'trunks',
  master('/trunks', {
    called: ['trunk', 'trunks'],
    draft: {
      name: text({ max: 60, unique: true }),
      host: text({ max: 120, isLine: true }),
      port: number({ min: 1, max: 65_535 }),
      transport: optional(choice(transports)),
      /** Other addresses or networks the carrier calls from, separated by commas. */
      addresses: optional(note({ max: 500 })),
      /** Username of the SIP account, if the carrier has one. */
      username: optional(note({ max: 120 })),
      /** False: the account only authenticates our calls; the carrier routes inbound calls to our address. */
      registers: optional(flag()),
      /** Codecs in order of preference, separated by commas. */
      codecs: optional(text({ max: 80 })),
      numberFormat: optional(choice(numberFormats)),
      /** Sends the caller ID as P-Asserted-Identity too. */
      assertsIdentity: optional(flag()),
      weight: number({ min: 1, max: 100 }),
      channelLimit: number({ min: 1, max: 10_000 }),
      /** Maximum new calls per second; null: unlimited. */
      callsPerSecond: optional(nullable(number({ min: 1, max: 1000 }))),
      place: number({ min: 1, max: 9 }),
    },
    flags: { list: 'list_trunks', create: 'create_trunks', edit: 'edit_trunks' },
    active: true,
    sorts: ['name', 'host', 'weight', 'channelLimit', 'place'],
  }),
);
