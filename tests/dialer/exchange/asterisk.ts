/** A real exchange for tests: started on files the product itself writes, killed as a crash would, and started again. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { addressOf, exchangeFiles } from '../../../src/contexts/dialer/server/exchange/files.ts';
import { type ExchangePlan, music } from '../../../src/contexts/dialer/server/exchange/plan.ts';
import { makeCertificates } from '../../../src/app/tls/certificates.ts';
import { type Installed, findAsterisk, usualFolder } from './find.ts';

const host = '127.0.0.1';
/** The carrier is identified by its address: browsers and servers use another. */
export const telephones = '127.0.0.2';
const sounds = fileURLToPath(new URL('../../../public/sounds', import.meta.url));
const readyMs = 40_000;

/** Tests on a real exchange name its folder here. */
export const folder = (): string => process.env['EXCHANGE_DIR'] || usualFolder;
export function installed(): Installed {
  const found = findAsterisk(folder());
  if (!found)
    throw new Error(
      `There is no Asterisk in ${folder()}: run \`npm run exchange\`, or name a folder in EXCHANGE_DIR.`,
    );
  return found;
}

export async function freePort(kind: 'tcp' | 'udp'): Promise<number> {
  const server = kind === 'tcp' ? createServer().listen(0, host) : createSocket('udp4').bind(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((closed) => server.close(() => closed()));
  return port;
}

/** Numbers of the carrier as extensions, for trunks that are Local channels. */
const localCarrier = `
[local-carrier]
exten => _XXXXXXXX00,1,Wait(1.5)
 same => n,Hangup(17)
exten => _XXXXXXXX02,1,Wait(1.5)
 same => n,Hangup(20)
exten => _XXXXXXXX03,1,Ringing()
 same => n,Wait(4)
 same => n,Hangup(21)
exten => _XXXXXXXX04,1,Wait(1)
 same => n,Hangup(1)
exten => _XXXXXXXX05,1,Wait(0.5)
 same => n,Hangup(34)
exten => _XXXXXXXX08,1,Wait(60)
exten => _XXXXXXXX55,1,Ringing()
 same => n,Originate(Local/1600000001@local-callers/n,exten,local-waits,1600000001,1,30,ac(\${EXTEN}))
 same => n,Wait(60)
 same => n,Hangup(19)
exten => _98777777XX,1,Ringing()
 same => n,Wait(2)
 same => n,Answer()
 same => n,Wait(2)
 same => n,ExecIf($["\${EXTEN:-2}"="11"]?SendDTMF(1))
 same => n,ExecIf($["\${EXTEN:-2}"="97"]?SendDTMF(7))
 same => n,Wait(60)
exten => _XXXXXXXX1Z,1,Ringing()
 same => n,Wait(2)
 same => n,Answer()
 same => n,Echo()
exten => _XXXXXXXX2X,1,Ringing()
 same => n,Wait(2)
 same => n,Answer()
 same => n,Echo()
[local-callers]
exten => _X.,1,Ringing()
 same => n,Stasis(recoup,inbound)
 same => n,Hangup()
[local-waits]
exten => _X.,1,Answer()
 same => n,Wait(60)
`;

export interface Exchange {
  /** In the format of ARI_URL; with `trunk` for another carrier. */
  url(trunk?: string): string;
  /** Address of the telephones, and of the exchange for them. */
  phones: { host: string; port: number };
  sip: { host: string; port: number };
  plan: ExchangePlan;
  work: string;
  child(): ChildProcess;
  /** Simulates a crash without any notification. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Runs a console command. */
  console(command: string): Promise<string>;
  ask<A>(path: string): Promise<A>;
  stop(): Promise<void>;
}

interface Options {
  extensions?: readonly string[];
  trunks?: ExchangePlan['trunks'];
  trunkToken?: string;
}

function lay(found: Installed, work: string, plan: ExchangePlan): void {
  const at = (...parts: string[]): string => join(work, ...parts);
  for (const one of ['etc', 'var', 'run', 'log', 'spool/recording', 'data/sounds/recoup'])
    mkdirSync(at(one), { recursive: true });
  cpSync(sounds, at('data/sounds/recoup'), { recursive: true });
  for (const [from, to] of Object.entries(music))
    cpSync(join(sounds, from), at('data', to), { recursive: true });
  for (const one of ['moh', 'documentation'])
    if (existsSync(join(found.data, one))) symlinkSync(join(found.data, one), at('data', one));
  for (const one of existsSync(join(found.data, 'sounds')) ? readdirSync(join(found.data, 'sounds')) : [])
    if (one !== 'recoup') symlinkSync(join(found.data, 'sounds', one), at('data/sounds', one));
  const files = exchangeFiles(plan);
  for (const [name, text] of Object.entries(files)) writeFileSync(at('etc', name), text);
  writeFileSync(at('etc/extensions.conf'), `${files['extensions.conf']}${localCarrier}`);
  writeFileSync(at('etc/logger.conf'), '[general]\n[logfiles]\nmessages => notice,warning,error\n');
  const places = {
    astetcdir: at('etc'),
    astmoddir: found.modules,
    astvarlibdir: at('var'),
    astdbdir: at('var'),
    astkeydir: at('var'),
    astdatadir: at('data'),
    astagidir: at('var'),
    astspooldir: at('spool'),
    astrundir: at('run'),
    astlogdir: at('log'),
  };
  const lines = Object.entries(places).map(([name, place]) => `${name} => ${place}`);
  writeFileSync(at('etc/asterisk.conf'), `[directories]\n${lines.join('\n')}\n[options]\nverbose=1\n`);
}

async function planOf(work: string, o: Options, phonesPort: number): Promise<ExchangePlan> {
  const { key, cert } = await makeCertificates([host], new Date());
  writeFileSync(join(work, 'key.pem'), key, { mode: 0o600 });
  writeFileSync(join(work, 'cert.pem'), cert);
  const carrier = {
    id: 1,
    name: 'Carrier',
    host: telephones,
    port: phonesPort,
    transport: 'udp',
    username: null,
    password: null,
  } as const;
  return {
    app: 'recoup',
    ari: { address: host, port: await freePort('tcp'), user: 'recoup', password: 'secret' },
    wss: {
      address: host,
      port: await freePort('tcp'),
      certificate: join(work, 'cert.pem'),
      key: join(work, 'key.pem'),
    },
    sip: { address: host, port: await freePort('udp'), publicAddress: null, localNetwork: null },
    rtp: { from: 20_000, to: 26_000 },
    stun: null,
    turn: null,
    trunks: o.trunks ?? [carrier],
    ...(o.trunkToken && { trunkToken: o.trunkToken }),
    phones: (o.extensions ?? ['1001', '1002', '1003']).map((extension) => ({
      extension,
      password: 'secret',
      contact: `sip:${extension}@${telephones}:${phonesPort}`,
    })),
  };
}

export async function openExchange(o: Options = {}): Promise<Exchange> {
  const found = installed();
  const work = mkdtempSync(join(tmpdir(), 'recoup-exchange-'));
  const phonesPort = o.trunks?.[0]?.port ?? (await freePort('udp'));
  const plan = await planOf(work, o, phonesPort);
  lay(found, work, plan);
  const config = join(work, 'etc/asterisk.conf');
  const base = `http://${host}:${plan.ari.port}/ari`;
  const headers = { Authorization: `Basic ${btoa('recoup:secret')}` };
  let child: ChildProcess;
  async function start(): Promise<void> {
    const log = openSync(join(work, 'log/console'), 'a');
    child = spawn(found.program, ['-f', '-n', '-C', config], { stdio: ['ignore', log, log] });
    for (const end = Date.now() + readyMs; Date.now() < end; await new Promise((go) => setTimeout(go, 100))) {
      if (child.exitCode !== null) break;
      const isUp = await fetch(`${base}/asterisk/info`, { headers }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isUp) return;
    }
    throw new Error(`Asterisk ${found.version} did not start: see ${work}/log`);
  }
  async function kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
  await start();
  return {
    url: (trunk) => {
      const url = addressOf(plan).replace('{trunk}', 'trunk-1');
      return trunk ? url.replace(/trunk=[^&]+/, `trunk=${trunk}`) : url;
    },
    phones: { host: telephones, port: phonesPort },
    sip: { host, port: plan.sip.port },
    plan,
    work,
    child: () => child,
    kill: () => kill(),
    start,
    console: async (command) =>
      (await promisify(execFile)(found.program, ['-C', config, '-rx', command])).stdout,
    ask: async <A>(path: string) => (await (await fetch(`${base}${path}`, { headers })).json()) as A,
    async stop() {
      await kill('SIGTERM');
      rmSync(work, { recursive: true, force: true });
    },
  };
}
