import { expect, test } from 'vitest';
import { ariOptionsIn } from '../telephony/asterisk/ari.ts';
import { addressOf, exchangeFiles, modeOf } from './files.ts';
import type { ExchangePlan } from './plan.ts';

const plan: ExchangePlan = {
  app: 'recoup',
  ari: { address: '127.0.0.1', port: 8088, user: 'recoup', password: 'p@ss' },
  wss: { address: '0.0.0.0', port: 8089, certificate: '/c.pem', key: '/k.pem' },
  sip: { address: '0.0.0.0', port: 5060, publicAddress: '203.0.113.5', localNetwork: '10.0.0.0/8' },
  rtp: { from: 10_000, to: 20_000 },
  stun: 'stun.example.in:3478',
  turn: { address: 'turn.example.in:3478', username: 'u', password: 'p' },
  trunks: [
    { id: 3, name: 'Near', host: '10.0.0.1', port: 5060, transport: 'udp', username: null, password: null },
    {
      id: 4,
      name: 'Far',
      host: 'sip.far.in',
      port: 5062,
      transport: 'udp',
      username: 'agency',
      password: 's3',
    },
  ],
  phones: [{ extension: '1001', password: 'desk' }],
};
/** The settings of a section of a type. */
function section(text: string, name: string, type: string): string {
  const found = text.split(/^\[/m).find((one) => one.startsWith(`${name}]\ntype=${type}\n`));
  return found ?? '';
}

test('browsers get STUN and TURN servers, with one login or a derived secret unused by the exchange', () => {
  const ice = (turn: ExchangePlan['turn']) => ariOptionsIn(addressOf({ ...plan, turn })).ice;
  expect(ice(plan.turn)).toMatchObject({
    stun: 'stun.example.in:3478',
    turn: 'turn.example.in:3478',
    username: 'u',
    password: 'p',
  });
  const secret = { address: 't.in:3478', username: '', password: '', secret: 's&=+' };
  expect(ice(secret)).toMatchObject({ turn: 't.in:3478', secret: 's&=+', username: '' });
  expect(exchangeFiles({ ...plan, turn: secret })['rtp.conf']).not.toContain('turn');
  expect(ice(null)).toMatchObject({ turn: '', secret: '' });
});

test('each trunk is identified by its name, and registers if it has a user name', () => {
  const pjsip = exchangeFiles(plan)['pjsip.conf'] ?? '';
  expect(section(pjsip, 'trunk-3', 'aor')).toContain('contact=sip:10.0.0.1:5060\n');
  expect(section(pjsip, 'trunk-3', 'registration')).toBe('');
  expect(section(pjsip, 'trunk-4', 'registration')).toContain('client_uri=sip:agency@sip.far.in\n');
  expect(section(pjsip, 'trunk-4', 'auth')).toContain('password=s3\n');
});

test('an extension has a desk phone and a browser line whose secret is in no file', () => {
  const pjsip = exchangeFiles(plan)['pjsip.conf'] ?? '';
  expect(section(pjsip, '1001', 'auth')).toContain('password=desk\n');
  expect(section(pjsip, 'web-1001', 'endpoint')).toContain('webrtc=yes\n');
  expect(section(pjsip, 'web-1001', 'endpoint')).toContain('rtp_timeout=15\n');
  expect(section(pjsip, 'web-1001', 'auth')).toBe('');
});

test("calls from agents' phones are rejected, and callers without a server get an announcement", () => {
  const files = exchangeFiles(plan);
  expect(section(files['pjsip.conf'] ?? '', '1001', 'endpoint')).toContain('context=recoup-nobody\n');
  expect(files['extensions.conf']).toContain('"FAILED"]?recoup-nobody-here,s,1');
  expect(files['extensions.conf']).toContain('"FAILED"]?recoup-nobody,s,1');
  expect(files['rtp.conf']).toContain('stunaddr=stun.example.in:3478');
});

test('files with passwords are readable by their owner only, and injected settings are rejected', () => {
  expect([modeOf('pjsip.conf'), modeOf('http.conf')]).toEqual([0o600, 0o644]);
  const host = '10.0.0.1\ncontext=anything';
  const trunks = plan.trunks.map((one) => ({ ...one, host }));
  expect(() => exchangeFiles({ ...plan, trunks })).toThrow('line break');
});

test('the address contains all settings of the server', () => {
  expect(addressOf(plan, '127.0.0.1', 'pbx.example.in')).toBe(
    'http://recoup:p%40ss@127.0.0.1:8088?trunk=PJSIP/{number}@{trunk}&phones=PJSIP/{extension}&answers=recoup-answered&browsers=web-{extension}&wss=wss://pbx.example.in:8089/ws&stun=stun.example.in%3A3478&turn=turn.example.in%3A3478&turnUser=u&turnPassword=p',
  );
});

test('an answering machine is detected, played to and disconnected by the exchange, with progress events', () => {
  const extensions = exchangeFiles(plan)['extensions.conf'] ?? '';
  const message = extensions.split('[recoup-message]')[1]?.split('\n[')[0] ?? '';
  const said = [
    'StopMusicOnHold',
    'WaitForSilence',
    'recoup-message begun',
    'Playback',
    'recoup-message whole',
    'Hangup',
  ];
  const places = said.map((one) => message.indexOf(one));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
});

test('no endpoint accepts REFER, and a redirect reaches neither the dialplan nor a trunk', () => {
  const hidden = { ...plan, trunkToken: 'k7q2m9' };
  const { 'pjsip.conf': pjsip = '', 'extensions.conf': extensions = '' } = exchangeFiles(hidden);
  const endpoints = pjsip.split(/^\[/m).filter((one) => one.includes(']\ntype=endpoint\n'));
  expect(endpoints).toHaveLength(4);
  for (const one of endpoints) {
    expect(one).toContain('\nallow_transfer=no\n');
    expect(one).toContain('\nredirect_method=user\n');
    expect(one).toContain('\nset_var=FORWARD_CONTEXT=recoup-redirected\n');
  }
  expect(section(extensions, 'recoup-redirected', 'x')).toBe('');
  expect(extensions).toContain('[recoup-redirected]\nexten => _.,1,Hangup(23)\n');
  expect(pjsip).toContain('[trunk-3-k7q2m9]');
  expect(pjsip).not.toContain('[trunk-3]');
  expect(addressOf(hidden)).toContain('trunk=PJSIP/{number}@{trunk}-k7q2m9&');
});

test('a trunk is written with every setting of its carrier', () => {
  const [, account] = plan.trunks;
  if (!account) throw new Error('no trunk');
  const asked = {
    ...account,
    transport: 'tls' as const,
    registers: false,
    addresses: ['203.0.113.7', '203.0.113.16/28'],
    codecs: ['alaw', 'g729'],
    assertsIdentity: true,
  };
  const pjsip = exchangeFiles({ ...plan, wss: null, trunks: [asked] })['pjsip.conf'] ?? '';
  const endpoint = section(pjsip, 'trunk-4', 'endpoint');
  for (const setting of [
    'transport=transport-tls',
    'allow=alaw,g729',
    'send_pai=yes',
    'outbound_auth=trunk-4',
  ])
    expect(endpoint).toContain(`\n${setting}\n`);
  expect(section(pjsip, 'trunk-4', 'identify')).toContain('match=sip.far.in,203.0.113.7,203.0.113.16/28\n');
  expect(section(pjsip, 'trunk-4', 'aor')).toContain('contact=sip:sip.far.in:5062\\;transport=tls\n');
  expect(section(pjsip, 'trunk-4', 'registration')).toBe('');
  expect(section(pjsip, 'transport-tls', 'transport')).toContain('protocol=tls\n');
});
