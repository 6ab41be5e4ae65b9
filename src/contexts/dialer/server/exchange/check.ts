/** Compares a running exchange with its generated files; returns missing parts in the order of repair. */
import { setTimeout as rest } from 'node:timers/promises';
import { type Ari, isGood } from '../telephony/asterisk/ari.ts';
import { soundsThere } from '../telephony/asterisk/asterisk-sounds.ts';
import { testRecorder } from '../telephony/asterisk/recorder/recorder.ts';
import { type RecordingFault, type SpokenLine, lines } from '../telephony/port.ts';
import { beepSound, musicHeard, musicSeconds, musicSound, sounds, soundFiles } from './files.ts';
import { type ExchangePlan, browserName, contexts, music, trunkEndpoint } from './plan.ts';

export type Lack =
  | { what: 'no-answer' | 'refused' }
  | { what: 'too-old'; version: string }
  | { what: 'module' | 'context' | 'phone' | 'browser' | 'sound' | 'music'; name: string }
  | { what: RecordingFault; name: string }
  | { what: 'trunk' | 'unreachable'; name: string; as: string };

/** The first version without the hole by which a read-only ARI user could run programs. */
export const oldestExchange = [22, 10, 1] as const;
/** First certified release with the same fix: `certified-22.8-cert3`. */
const oldestCertified = [22, 8, 3] as const;

const isAtLeast = (release: readonly number[], oldest: readonly number[]): boolean => {
  const at = oldest.findIndex((least, i) => (release[i] ?? 0) !== least);
  return at === -1 || (release[at] ?? 0) > (oldest[at] ?? 0);
};
const numbersIn = (text: string): number[] => text.split('.').map(Number);
/**
 * Parses the version of any package: `22.10.1+dfsg+~cs6.17`, `1:22.10.1~dfsg-2`, `certified/22.8-cert3`,
 * `GIT-22-16c5d5e`. A build from the repository has no release and is treated as being as new as its branch.
 */
export function isNewEnough(version: string): boolean {
  const [, branch] = /GIT-(master|\d+)/i.exec(version) ?? [];
  if (branch) return branch === 'master' || Number(branch) >= oldestExchange[0];
  const [, base, cert] = /certified\W(\d+\.\d+)-cert(\d+)/i.exec(version) ?? [];
  if (base && cert) return isAtLeast([...numbersIn(base), Number(cert)], oldestCertified);
  const [, release, candidate] =
    /(?:^|[\s:])(\d+(?:\.\d+)+)(?:[-~](?:rc|beta|alpha)(\d+))?/.exec(version) ?? [];
  if (!release) return false;
  // A release candidate is older than its release.
  const isCandidateOfOldest = candidate !== undefined && release === oldestExchange.join('.');
  return isAtLeast(numbersIn(release), oldestExchange) && !isCandidateOfOldest;
}

const modules = [
  'app_amd',
  'app_channelredirect',
  'app_originate',
  'app_stasis',
  'app_playback',
  'app_waitforsilence',
  'format_wav',
  'func_channel',
  'func_logic',
  'func_talkdetect',
  'res_ari_asterisk',
  'res_ari_applications',
  'res_ari_bridges',
  'res_ari_channels',
  'res_ari_events',
  'res_ari_recordings',
  'res_musiconhold',
  'res_pjsip_session',
  'res_stasis_playback',
  'res_stasis_recording',
];
/** Codecs that Asterisk transcodes by a module, which not every package includes. */
const transcodedCodecs = ['g722', 'g729', 'gsm', 'opus'] as const;
const codecModules = ({ trunks }: ExchangePlan): string[] =>
  transcodedCodecs
    .filter((name) => trunks.some(({ codecs = [] }) => codecs.includes(name)))
    .map((name) => `codec_${name}`);
const forBrowsers = ['res_http_websocket', 'res_pjsip_transport_websocket', 'res_srtp'];

const has = async (ari: Ari, path: string): Promise<boolean> => isGood((await ari.ask('GET', path)).status);

async function lacksOfLines(ari: Ari, plan: ExchangePlan): Promise<Lack[]> {
  const lacks: Lack[] = [];
  const stateOf = async (name: string): Promise<string | undefined> => {
    const { status, body } = await ari.ask('GET', `/endpoints/PJSIP/${name}`);
    return isGood(status) ? (body as { state: string }).state : undefined;
  };
  for (const one of plan.trunks) {
    const state = await stateOf(trunkEndpoint(plan, one));
    if (state === undefined) lacks.push({ what: 'trunk', name: one.name, as: trunkEndpoint(plan, one) });
    else if (state === 'offline')
      lacks.push({ what: 'unreachable', name: one.name, as: trunkEndpoint(plan, one) });
  }
  for (const { extension } of plan.phones) {
    if ((await stateOf(extension)) === undefined) lacks.push({ what: 'phone', name: extension });
    if (plan.wss && (await stateOf(browserName(extension))) === undefined)
      lacks.push({ what: 'browser', name: browserName(extension) });
  }
  return lacks;
}

const byNumber: ReadonlySet<string> = new Set([contexts.callers, contexts.alone, contexts.message]);
/** A device of the dialplan is invalid when its context has no such extension. */
async function lacksOfDialplan(ari: Ari): Promise<Lack[]> {
  const lacks: Lack[] = [];
  for (const name of Object.values(contexts)) {
    const extension = byNumber.has(name) ? '1600000001' : 's';
    const device = encodeURIComponent(`Local/${extension}@${name}`);
    const { body } = await ari.ask('GET', `/deviceStates/${device}`);
    if ((body as { state?: string }).state === 'INVALID') lacks.push({ what: 'context', name });
  }
  return lacks;
}

async function lacksOfSounds(ari: Ari, { greetings = [], messages = [] }: ExchangePlan): Promise<Lack[]> {
  const known = await soundsThere(ari);
  const ofQueues = greetings.map(({ queueId }): SpokenLine => `queue-${queueId}`);
  const needed = new Set([
    musicSound,
    beepSound,
    ...sounds.nobody,
    ...sounds.nobodyHere,
    ...[...lines, ...ofQueues].flatMap(soundFiles),
    ...messages.map(({ sound }) => `recoup/${sound}`),
  ]);
  return [...needed].filter((name) => !known.has(name)).map((name) => ({ what: 'sound', name }));
}

/** The exchange plays it to itself with talk detection: configured, existing music may still be silent. */
async function isHeard(ari: Ari, name: string): Promise<boolean> {
  await ari.ask('POST', '/asterisk/variable', { variable: musicHeard, value: '' });
  const listener = { context: contexts.music, extension: 's', priority: '1', timeout: '5' };
  await ari.ask('POST', '/channels', { endpoint: `Local/${name}@${contexts.music}/n`, ...listener });
  for (let tries = 0; tries < (musicSeconds + 2) * 10; tries += 1) {
    await rest(100);
    const { body } = await ari.ask('GET', '/asterisk/variable', { variable: musicHeard });
    const { value } = body as { value?: string };
    if (value) return value === 'NOISE';
  }
  return false;
}
async function lacksOfMusic(ari: Ari): Promise<Lack[]> {
  const lacks: Lack[] = [];
  for (const name of Object.values(music))
    if (!(await isHeard(ari, name))) lacks.push({ what: 'music', name });
  return lacks;
}

/** Records two seconds and reads the file. */
async function lacksOfRecording(ari: Ari, app: string): Promise<Lack[]> {
  const { fault, detail } = (await testRecorder(ari, app, new Date())) ?? { fault: 'untested', detail: '' };
  if (fault === 'untested') return [{ what: 'failed', name: 'its test channel did not start' }];
  return fault === null ? [] : [{ what: fault, name: detail }];
}

/** `recordsAs`: an application that is connected, to which the exchange can hand a test recording. */
export async function lacksOf(ari: Ari, plan: ExchangePlan, recordsAs?: string): Promise<Lack[]> {
  const info = await ari.ask('GET', '/asterisk/info').catch(() => undefined);
  if (!info) return [{ what: 'no-answer' }];
  if (!isGood(info.status)) return [{ what: 'refused' }];
  const { version = '' } = (info.body as { system?: { version?: string } }).system ?? {};
  const lacks: Lack[] = isNewEnough(version) ? [] : [{ what: 'too-old', version }];
  for (const name of [...modules, ...codecModules(plan), ...(plan.wss ? forBrowsers : [])])
    if (!(await has(ari, `/asterisk/modules/${name}.so`))) lacks.push({ what: 'module', name });
  const ofDialplan = await lacksOfDialplan(ari);
  const isThere = ofDialplan.every((lack) => !('name' in lack) || lack.name !== contexts.music);
  return [
    ...lacks,
    ...ofDialplan,
    ...(await lacksOfLines(ari, plan)),
    ...(await lacksOfSounds(ari, plan)),
    // Without the detecting extensions the music test is impossible.
    ...(isThere ? await lacksOfMusic(ari) : []),
    ...(isThere && recordsAs ? await lacksOfRecording(ari, recordsAs) : []),
  ];
}
