/**
 * `npm run exchange:config`: writes Asterisk configuration from the configured trunks and extensions, or with `--check`
 * reports what the server at ARI_URL lacks.
 */
import { createHmac } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Lack, lacksOf } from '#contexts/dialer/server/exchange/check.ts';
import { addressOf, exchangeFiles, modeOf } from '#contexts/dialer/server/exchange/files.ts';
import { type ExchangePlan, type TrunkLine, music } from '#contexts/dialer/server/exchange/plan.ts';
import { soundOf } from '#contexts/dialer/server/machines/sound.ts';
import { joinedWav, telephoneWav } from '#contexts/dialer/server/telephony/wav.ts';
import { usualSpool } from '#contexts/dialer/server/telephony/asterisk/recorder/recorder.ts';
import { type Ari, ariOptionsIn, openAri } from '#contexts/dialer/server/telephony/asterisk/ari.ts';
import { exchangeText as say } from '#contexts/dialer/text/en/exchange.ts';
import { openDatabase } from '#app/database/pools/pools.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { secretIn } from '#app/server/operation/secret-file.ts';
import { writeWhole } from '#app/server/operation/whole-file.ts';
import type { Config } from '#app/server/config.ts';
import { recordingFolderWords, storedWords } from './recordings.ts';
import { ofOne } from '../agencies/one-of.ts';
import { connect } from '../connect.ts';
import { Refused, refusable, usage } from '../refused.ts';

const sounds = fileURLToPath(new URL('../../../public/sounds', import.meta.url));
const { values: given } = usage(() =>
  parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      to: { type: 'string' },
      host: { type: 'string', default: '127.0.0.1' },
      cert: { type: 'string' },
      key: { type: 'string' },
      'public-address': { type: 'string' },
      'local-network': { type: 'string' },
      spool: { type: 'string', default: usualSpool },
      stun: { type: 'string' },
      turn: { type: 'string' },
      'turn-secret': { type: 'string' },
    },
  }),
);

/** Created once, so that phones retain their passwords when the files are rewritten. */
function exchangeSecret(folder: string): Buffer {
  return secretIn(path.join(folder, 'secret'), { bytes: 32, encoding: 'binary' });
}
const derived = (secret: Buffer, name: string): string =>
  createHmac('sha256', secret).update(name).digest('base64url').slice(0, 24);

interface Entered {
  greetings: NonNullable<ExchangePlan['greetings']>;
  messages: NonNullable<ExchangePlan['messages']>;
  trunks: TrunkLine[];
  extensions: string[];
}
async function entered(config: Config): Promise<Entered> {
  const embedded = await connect(config, { share: true });
  const database = openDatabase(embedded.config);
  try {
    if (!(await database.one(sql`select 1 as ok where to_regclass('trunks') is not null`)))
      throw new Refused(say.neverStarted);
    const trunks = await database.rows<Required<Omit<TrunkLine, 'password'>>>(sql`
      select id, name, host, port, transport, nullif(username, '') as username, registers, asserts_identity as "assertsIdentity",
        string_to_array(addresses, ',') as addresses, string_to_array(codecs, ',') as codecs
      from trunks where is_active order by place, id`);
    const lines = await database.rows<{ extension: string }>(sql`
      select extension_number::text as extension from users where extension_number is not null and is_active
      order by extension_number`);
    const greetings = await database.rows<{ queueId: number; text: string }>(sql`
      select id as "queueId", greeting as text from inbound_queues where is_active and greeting <> '' order by id`);
    const messages = await database.rows<{ text: string }>(sql`
      select distinct t.message as text from machine_messages m join message_templates t on t.id = m.template_id
      where t.is_active and t.message <> '' order by 1`);
    return {
      greetings,
      messages: messages.map(({ text }) => ({ sound: soundOf(text), text })),
      trunks: trunks.map((one) => ({
        ...one,
        password: process.env[`TRUNK_PASSWORD_${one.id}`] ?? null,
      })),
      extensions: [...new Set(lines.map(({ extension }) => extension))],
    };
  } finally {
    await database.end();
    await embedded.stop();
  }
}

function turnIn(text: string | undefined, secret: string | undefined): ExchangePlan['turn'] {
  if (!text) return null;
  const url = URL.parse(text.replace(/^turn:(\/\/)?/, 'http://'));
  if (!url) throw new Refused(say.turnWrong);
  return {
    address: url.host,
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    ...(secret && { secret }),
  };
}
const planOf = (folder: string, { trunks, extensions, greetings, messages }: Entered): ExchangePlan => {
  const secret = exchangeSecret(folder);
  const { cert, key } = given;
  return {
    app: 'recoup',
    ari: { address: '127.0.0.1', port: 8088, user: 'recoup', password: derived(secret, 'ari') },
    wss:
      cert && key
        ? { address: '0.0.0.0', port: 8089, certificate: path.resolve(cert), key: path.resolve(key) }
        : null,
    sip: {
      address: '0.0.0.0',
      port: 5060,
      publicAddress: given['public-address'] ?? null,
      localNetwork: given['local-network'] ?? null,
    },
    rtp: { from: 10_000, to: 20_000 },
    stun: given.stun ?? null,
    turn: turnIn(given.turn, given['turn-secret']),
    trunks,
    trunkToken: derived(secret, 'trunks')
      .replace(/[^a-z\d]/gi, '')
      .slice(0, 12),
    greetings,
    messages,
    phones: extensions.map((extension) => ({ extension, password: derived(secret, `phone:${extension}`) })),
  };
};

/** What an admin has not entered yet. */
function warn({ trunks, phones, wss }: ExchangePlan, isWithBrowsers: boolean): void {
  if (trunks.length === 0) console.log(say.noTrunk);
  if (phones.length === 0) console.log(say.noPhone);
  if (!isWithBrowsers) console.log(given.check ? say.noBrowsers : say.noTls);
  if (!wss && trunks.some(({ transport }) => transport === 'tls')) console.log(say.noTrunkTls);
  for (const { id, name, username, password } of trunks)
    if (username !== null && password === null) console.log(say.noPassword(name, `TRUNK_PASSWORD_${id}`));
}

const devanagari = /[\u0900-\u097F]/;
/** Speech for a text in its script's voice; undefined without espeak-ng. */
function spoken(text: string): Buffer | undefined {
  const parts = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const voice = devanagari.test(line) ? 'hi' : 'en-gb';
      return spawnSync('espeak-ng', ['-v', voice, '-s', '140', '--stdout', '--stdin'], { input: line });
    });
  if (parts.some(({ status }) => status !== 0)) return undefined;
  const [first, ...others] = parts.map(({ stdout }) => telephoneWav(stdout));
  return first && joinedWav([first, ...others]);
}
/** Without its file a queue uses the default greeting, and no voicemail is left. */
function speak(folder: string, { greetings = [], messages = [] }: ExchangePlan): void {
  const named = [
    ...greetings.map(({ queueId, text }) => ({ name: `queue-${queueId}`, text, stays: false })),
    // Named by its text, possibly with the agency's recording.
    ...messages.map(({ sound, text }) => ({ name: sound, text, stays: true })),
  ];
  for (const { name, text, stays } of named) {
    const file = path.join(folder, `sounds/recoup/${name}.wav`);
    const isThere = existsSync(file);
    const sound = stays && isThere ? undefined : spoken(text);
    if (sound) writeFileSync(file, sound);
    else if (!isThere) console.log(say.notSpoken(`sounds/recoup/${name}.wav`, text));
  }
}

function write(folder: string, plan: ExchangePlan): void {
  const files = Object.entries(exchangeFiles(plan));
  mkdirSync(path.join(folder, 'etc'), { recursive: true });
  for (const [name, text] of files) writeWhole(path.join(folder, 'etc', name), text, { mode: modeOf(name) });
  cpSync(sounds, path.join(folder, 'sounds/recoup'), { recursive: true });
  speak(folder, plan);
  for (const [from, to] of Object.entries(music))
    cpSync(path.join(sounds, from), path.join(folder, to), { recursive: true });
  console.log(say.written(files.length, folder));
  console.log(say.howTo(folder));
  console.log(recordingFolderWords(given.spool));
  // Servers with an older address use no prefix, and delete no file of an unknown call.
  console.log(say.address(`${addressOf(plan, '127.0.0.1', given.host)}&recordings=prefixed`));
}

function sentenceOf(lack: Lack): string {
  if ('as' in lack) return say[lack.what](lack.name, lack.as);
  if ('name' in lack) return say[lack.what](lack.name);
  return lack.what === 'too-old' ? say['too-old'](lack.version) : say[lack.what];
}
/** Opens the event socket, required for channels to enter an application; a rejected one stops the attempt as well. */
const listening = (ari: Ari): Promise<() => void> =>
  new Promise((done) => {
    const close: () => void = ari.listen(
      () => undefined,
      () => done(() => close()),
      () => done(() => undefined),
    );
  });
async function check(config: Config, plan: ExchangePlan): Promise<void> {
  if (!config.ariUrl) throw new Refused(say.needsAddress);
  const options = ariOptionsIn(config.ariUrl);
  const isWithBrowsers = options.wss !== '';
  const wss = { address: '', port: 0, certificate: '', key: '' };
  // Checks the trunk names by which calls are placed now.
  const [, trunkToken = ''] = /\{trunk\}-(\w+)/.exec(options.trunk) ?? [];
  const running = { ...plan, trunkToken, wss: isWithBrowsers ? wss : null };
  const ari = openAri(options);
  // A separate application: the server may not be running.
  const app = `${options.app}-check`;
  const close = await listening(openAri({ ...options, app }));
  const lacks = await lacksOf(ari, running, app).finally(close);
  if (!lacks.some(({ what }) => what === 'no-answer' || what === 'refused'))
    console.log(await storedWords(config, ari, options.app));
  for (const lack of lacks) console.log(sentenceOf(lack));
  if (lacks.length === 0) console.log(say.isFine);
  else process.exitCode = 1;
}

const run = async (config: Config): Promise<void> => {
  const folder = path.resolve(given.to ?? path.join(config.dataDir, 'exchange'));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const plan = planOf(folder, await entered(config));
  // The check reads browser support from ARI_URL; writing the files needs a certificate for it.
  const isWithBrowsers = given.check
    ? config.ariUrl !== undefined && ariOptionsIn(config.ariUrl).wss !== ''
    : plan.wss !== null;
  warn(plan, isWithBrowsers);
  return given.check ? check(config, plan) : write(folder, plan);
};

await refusable(ofOne(run));
