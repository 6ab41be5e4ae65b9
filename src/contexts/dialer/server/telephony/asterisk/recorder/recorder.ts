/** Tests whether an Asterisk records: it records two seconds of its music, which are read and deleted. */
import { randomBytes } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';
import { contexts, music } from '../../../exchange/plan.ts';
import { type Ari, AriRefusal, isGood } from '../ari.ts';
import { removeFile, testName } from './copies.ts';
import type { RecordingFault, RecordingTest } from '../../port.ts';
import { isWholeWav, secondsOfWav } from '../../wav.ts';

const seconds = 2;
/** The first packets may be missing. */
const leastSeconds = 0.6 * seconds;
const lookMs = 100;
const looks = 50;

export const usualSpool = '/var/spool/asterisk';
/** The folder of its recordings. */
async function recordingFolder(ari: Ari): Promise<string> {
  const { body } = await ari.ask('GET', '/asterisk/variable', { variable: 'ASTSPOOLDIR' });
  const { value } = (body ?? {}) as { value?: string };
  return `${value?.startsWith('/') ? value : usualSpool}/recording`;
}

/** Recorder fault in an error response; undefined if it concerns the call, such as one that is over. */
export function faultIn(error: unknown): RecordingFault | undefined {
  const said = error instanceof AriRefusal ? error.said : error instanceof Error ? error.message : '';
  if (/no such file or directory/i.test(said)) return 'no_folder';
  if (/no space left|quota exceeded/i.test(said)) return 'disk_full';
  if (error instanceof AriRefusal) return error.status >= 500 ? 'failed' : undefined;
  return error instanceof Error && error.name !== 'TimeoutError' ? 'failed' : undefined;
}

type Step<T> = () => Promise<T | undefined>;
/** Polls until there is a response; undefined on timeout. */
async function until<T>(step: Step<T>): Promise<T | undefined> {
  for (let look = 0; look < looks; look += 1) {
    const found = await step();
    if (found !== undefined) return found;
    await rest(lookMs);
  }
  return undefined;
}

const isListed = async (ari: Ari): Promise<boolean> =>
  isGood((await ari.ask('GET', '/recordings/stored')).status);

async function recorded(ari: Ari, name: string): Promise<RecordingTest | null> {
  const started = await until(async () => {
    const how = { name, format: 'wav', ifExists: 'fail', maxDurationSeconds: String(seconds) };
    const answer = await ari.ask('POST', `/channels/${name}/record`, how);
    // Not in our application yet.
    return answer.status === 409 ? undefined : answer;
  });
  if (!started || started.status === 404) return { fault: 'untested', detail: '' };
  if (!isGood(started.status)) {
    const refusal = new AriRefusal('record', started);
    const named = faultIn(refusal) ?? 'failed';
    // For a channel the exchange only reports "Internal Server Error"; without its folder it cannot list recordings
    // either.
    const fault = named === 'failed' && !(await isListed(ari)) ? 'no_folder' : named;
    return { fault, detail: fault === 'failed' ? refusal.said : await recordingFolder(ari) };
  }
  const isOver = async (): Promise<true | undefined> =>
    isGood((await ari.ask('GET', `/recordings/live/${name}`)).status) ? undefined : true;
  await until(isOver);
  const file = await ari.bytes(`/recordings/stored/${name}/file`);
  if (file && isWholeWav(file.bytes) && secondsOfWav(file.bytes) >= leastSeconds)
    return { fault: null, detail: '' };
  // Hung up in the middle, as by an administrator, it shows nothing.
  if (!isGood((await ari.ask('GET', `/channels/${name}`)).status)) return null;
  // A full disk, or music that is silent.
  return { fault: file ? 'no_sound' : 'no_folder', detail: await recordingFolder(ari) };
}

/** Null: it shows nothing, and has to be repeated. */
export async function testRecorder(ari: Ari, app: string, now: Date): Promise<RecordingTest | null> {
  const name = testName(now, randomBytes(4).toString('hex'));
  const player = {
    endpoint: `Local/${music.wait}@${contexts.music}/n`,
    app,
    appArgs: 'ear',
    timeout: '5',
  };
  const placed = await ari.ask('POST', `/channels/${name}`, player);
  if (!isGood(placed.status)) return { fault: 'untested', detail: '' };
  try {
    return await recorded(ari, name);
  } finally {
    await ari.ask('DELETE', `/channels/${name}`).catch(() => undefined);
    await removeFile(ari, name).catch(() => undefined);
  }
}
