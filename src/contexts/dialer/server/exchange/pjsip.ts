/** Telephones, browsers and carriers, as `pjsip.conf` names them. Pure. */
import {
  type ExchangePlan,
  type PhoneLine,
  type TrunkLine,
  browserName,
  contexts,
  plain,
  trunkEndpoint,
} from './plan.ts';

/** Address with parameters, with escaped semicolons: a plain one starts a comment. */
interface Address {
  escaped: string;
}
type Setting = readonly [name: string, value: string | number | Address];
const formatSetting = (value: Setting[1]): string =>
  typeof value === 'object' ? value.escaped : plain(String(value));
const sipAddress = ({ host, port, transport }: TrunkLine): Address => ({
  escaped: `sip:${plain(host)}:${port}${transport === 'udp' ? '' : `\\;transport=${transport}`}`,
});
const section = (name: string, type: string, settings: readonly Setting[]): string =>
  [
    `[${plain(name)}]`,
    `type=${type}`,
    ...settings.map(([key, value]) => `${key}=${formatSetting(value)}`),
    '',
  ].join('\n');

const usualCodecs = ['ulaw', 'alaw'];
const sound = (codecs: readonly string[] = usualCodecs): readonly Setting[] => [
  ['disallow', 'all'],
  ['allow', codecs.join(',')],
  // All sound passes through the exchange: it records, listens and parts.
  ['direct_media', 'no'],
];
/**
 * Rejects REFER and sends a redirect (3xx) to a context that only hangs up. The other values of `redirect_method` dial any
 * address of the far end at our cost.
 */
const noRedirects: readonly Setting[] = [
  ['allow_transfer', 'no'],
  ['redirect_method', 'user'],
  ['set_var', `FORWARD_CONTEXT=${contexts.redirected}`],
  ['allow_subscribe', 'no'],
];

function transports({ sip, wss, trunks }: ExchangePlan): string[] {
  const behind: Setting[] = sip.publicAddress
    ? [
        ['external_media_address', sip.publicAddress],
        ['external_signaling_address', sip.publicAddress],
        ...(sip.localNetwork ? [['local_net', sip.localNetwork] as const] : []),
      ]
    : [];
  const at = `${sip.address}:${sip.port}`;
  return [
    section('transport-udp', 'transport', [['protocol', 'udp'], ['bind', at], ...behind]),
    section('transport-tcp', 'transport', [['protocol', 'tcp'], ['bind', at], ...behind]),
    ...(wss || trunks.some(({ transport }) => transport === 'tls')
      ? [
          section('transport-tls', 'transport', [
            ['protocol', 'tls'],
            ['bind', `${sip.address}:${sip.port + 1}`],
            ...(wss
              ? ([
                  ['cert_file', wss.certificate],
                  ['priv_key_file', wss.key],
                ] as const)
              : []),
            ['method', 'tlsv1_2'],
            ...behind,
          ]),
        ]
      : []),
    ...(wss
      ? [section('transport-wss', 'transport', [['protocol', 'wss'], ['bind', sip.address], ...behind])]
      : []),
  ];
}

/** Authenticates our calls, and registers the account if the carrier requires it. */
function account(name: string, one: TrunkLine): string[] {
  const { username, password, host, transport, registers = true } = one;
  if (username === null || password === null) return [];
  const auth = section(name, 'auth', [
    ['auth_type', 'userpass'],
    ['username', username],
    ['password', password],
  ]);
  if (!registers) return [auth];
  const registration = section(name, 'registration', [
    ['transport', `transport-${transport}`],
    ['outbound_auth', name],
    ['server_uri', sipAddress(one)],
    ['client_uri', `sip:${username}@${host}`],
    ['retry_interval', 30],
  ]);
  return [auth, registration];
}

function trunk(name: string, one: TrunkLine): string[] {
  const { host, transport, username } = one;
  const signed: Setting[] =
    username === null || one.password === null
      ? []
      : [
          ['outbound_auth', name],
          ['from_user', username],
          ['from_domain', host],
        ];
  // The caller ID is sent in P-Asserted-Identity, because From names the account.
  const asserted: Setting[] = one.assertsIdentity
    ? [
        ['send_pai', 'yes'],
        ['trust_id_outbound', 'yes'],
      ]
    : [];
  return [
    `; ${plain(one.name)}`,
    section(name, 'aor', [
      ['contact', sipAddress(one)],
      // A carrier that does not respond is unreachable, and another is used.
      ['qualify_frequency', 15],
    ]),
    section(name, 'endpoint', [
      ['transport', `transport-${transport}`],
      ['context', contexts.callers],
      ...sound(one.codecs),
      ...noRedirects,
      ['dtmf_mode', 'auto'],
      ['aors', name],
      ['rtp_timeout', 60],
      // Progress means early media: an agent who dialled hears it instead of a ringing tone.
      ['ignore_183_without_sdp', 'yes'],
      ...asserted,
      ...signed,
    ]),
    section(name, 'identify', [
      ['endpoint', name],
      ['match', [host, ...(one.addresses ?? [])].join(',')],
    ]),
    ...account(name, one),
  ];
}

function desk({ extension, password, contact }: PhoneLine): string[] {
  return [
    section(
      extension,
      'aor',
      contact
        ? [['contact', contact]]
        : [
            ['max_contacts', 1],
            ['remove_existing', 'yes'],
          ],
    ),
    ...(contact
      ? []
      : [
          section(extension, 'auth', [
            ['auth_type', 'userpass'],
            ['username', extension],
            ['password', password],
          ]),
        ]),
    section(extension, 'endpoint', [
      ['transport', 'transport-udp'],
      ['context', contexts.nobody],
      ...sound(),
      ...noRedirects,
      ['aors', extension],
      ...(contact ? [] : [['auth', extension] as const]),
      ['rtp_timeout', 60],
    ]),
  ];
}

/** Its secret is not here: the dialer writes one for each session, where ARI may write. */
function browser({ extension }: PhoneLine): string[] {
  const name = browserName(extension);
  return [
    section(name, 'aor', [
      ['max_contacts', 1],
      ['remove_existing', 'yes'],
      ['remove_unavailable', 'yes'],
    ]),
    section(name, 'endpoint', [
      ['context', contexts.nobody],
      // Codecs of the carrier: an exchange built from source cannot transcode to Opus and would stay silent.
      ...sound(),
      ...noRedirects,
      ['webrtc', 'yes'],
      ['aors', name],
      ['auth', name],
      // A page that was closed sends no sound any more.
      ['rtp_timeout', 15],
    ]),
  ];
}

export const pjsipConf = (plan: ExchangePlan): string =>
  [
    // No 100 within 64 times T1 is a 408, and the next carrier dials; Asterisk accepts no shorter T1.
    section('system', 'system', [
      ['timer_t1', 100],
      ['timer_b', 6400],
    ]),
    section('global', 'global', [
      ['user_agent', 'exchange'],
      ['endpoint_identifier_order', 'ip,username,anonymous'],
    ]),
    ...transports(plan),
    ...plan.trunks.flatMap((one) => trunk(trunkEndpoint(plan, one), one)),
    ...plan.phones.flatMap(desk),
    ...(plan.wss ? plan.phones.flatMap(browser) : []),
  ].join('\n');
