import { domain } from '#kernel/contract/endpoint.ts';
import { choice, flag, note, number, nullable, optional, text } from '#kernel/contract/field.ts';
import { master } from '#kernel/contract/master.ts';

export const transports = ['udp', 'tcp', 'tls'] as const;
/** Indian numbers as stored, as ten digits, or with 0, 91 or +91 before these. */
export const numberFormats = ['as_is', 'national', 'zero', 'country', 'plus'] as const;
/** Sound that trunks can be offered, by the names of Asterisk. */
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
      /** Where else the carrier's calls come from: addresses or networks, separated by commas. */
      addresses: optional(note({ max: 500 })),
      /** Of an account, where the carrier gives one. */
      username: optional(note({ max: 120 })),
      /** False: the account only signs our calls, and the carrier knows our address. */
      registers: optional(flag()),
      /** Names of codecs in the order of preference, separated by commas. */
      codecs: optional(text({ max: 80 })),
      numberFormat: optional(choice(numberFormats)),
      /** The shown number goes out as P-Asserted-Identity too. */
      assertsIdentity: optional(flag()),
      weight: number({ min: 1, max: 100 }),
      channelLimit: number({ min: 1, max: 10_000 }),
      /** Calls begun in a second, at most; null: any number. */
      callsPerSecond: optional(nullable(number({ min: 1, max: 1000 }))),
      place: number({ min: 1, max: 9 }),
    },
    flags: { list: 'list_trunks', create: 'create_trunks', edit: 'edit_trunks' },
    active: true,
    sorts: ['name', 'host', 'weight', 'channelLimit', 'place'],
  }),
);
