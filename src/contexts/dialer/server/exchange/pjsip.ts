/** Telephones, browsers and carriers, as `pjsip.conf` names them. Pure. */
import {
  type ExchangePlan,
  type PhoneLine,
  type TrunkLine,
  browserName,
  contexts,
  plain,
  trunkName,
} from './plan.ts';

type Setting = readonly [name: string, value: string | number];
const section = (name: string, type: string, settings: readonly Setting[]): string =>
  [
    `[${plain(name)}]`,
    `type=${type}`,
    ...settings.map(([key, value]) => `${key}=${plain(String(value))}`),
    '',
  ].join('\n');

const sound: readonly Setting[] = [
  ['disallow', 'all'],
  ['allow', 'ulaw,alaw'],
  // All sound passes through the exchange: it records, listens and parts.
  ['direct_media', 'no'],
];

function transports({ sip, wss }: ExchangePlan): string[] {
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
    ...(wss
      ? [
          section('transport-tls', 'transport', [
            ['protocol', 'tls'],
            ['bind', `${sip.address}:${sip.port + 1}`],
            ['cert_file', wss.certificate],
            ['priv_key_file', wss.key],
            ...behind,
          ]),
          section('transport-wss', 'transport', [['protocol', 'wss'], ['bind', sip.address], ...behind]),
        ]
      : []),
  ];
}

function trunk(one: TrunkLine): string[] {
  const name = trunkName(one);
  const there = `sip:${one.host}:${one.port}${one.transport === 'udp' ? '' : `;transport=${one.transport}`}`;
  const auth = one.username !== null && one.password !== null;
  return [
    `; ${plain(one.name)}`,
    section(name, 'aor', [
      ['contact', there],
      // A carrier that answers nothing is seen as out of reach, and another is taken.
      ['qualify_frequency', 15],
    ]),
    section(name, 'endpoint', [
      ['transport', `transport-${one.transport}`],
      ['context', contexts.callers],
      ...sound,
      ['dtmf_mode', 'auto'],
      ['aors', name],
      ['rtp_timeout', 60],
      ...(auth
        ? ([
            ['outbound_auth', name],
            ['from_user', one.username ?? ''],
          ] as const)
        : []),
    ]),
    section(name, 'identify', [
      ['endpoint', name],
      ['match', one.host],
    ]),
    ...(auth
      ? [
          section(name, 'auth', [
            ['auth_type', 'userpass'],
            ['username', one.username ?? ''],
            ['password', one.password ?? ''],
          ]),
          section(name, 'registration', [
            ['transport', `transport-${one.transport}`],
            ['outbound_auth', name],
            ['server_uri', there],
            ['client_uri', `sip:${one.username ?? ''}@${one.host}`],
            ['retry_interval', 30],
          ]),
        ]
      : []),
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
      ...sound,
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
      ['disallow', 'all'],
      // What the carrier speaks: an exchange built of its sources cannot turn it into Opus, and would say nothing.
      ['allow', 'ulaw,alaw'],
      ['direct_media', 'no'],
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
    section('global', 'global', [
      ['user_agent', 'exchange'],
      ['endpoint_identifier_order', 'ip,username,anonymous'],
    ]),
    ...transports(plan),
    ...plan.trunks.flatMap(trunk),
    ...plan.phones.flatMap(desk),
    ...(plan.wss ? plan.phones.flatMap(browser) : []),
  ].join('\n');
