/**
 * Recordings of calls on an Asterisk. It stops a recording spontaneously after four seconds of silence, as for a held
 * borrower alone in the bridge: the continuation is the next part.
 */
import type { Logger } from '#kernel/server/operation/log.ts';
import { type Ari, type AriBridge, type AriEvent, type AriOptions, isGood, mustOf } from './ari.ts';
import { EmptyRecording, type Recording } from '../port.ts';
import { completedWav, isEmptyWav, joinedWav } from '../wav.ts';

export interface Recordings {
  /** Records a bridge under this name, or continues the recording. Idempotent for concurrent workers. */
  record(bridgePath: string, recId: string): Promise<void>;
  /** Restarts a recording that stopped with parties in the bridge; never starts a new one. */
  goOn(bridgePath: string, recId: string): Promise<void>;
  /** Restarts recordings that stopped without an event, where two parties are bridged. */
  goOnIn(bridges: readonly AriBridge[]): Promise<void>;
  /** Recording events: restarts a recording that stops during a conversation. */
  hear(event: AriEvent): void;
}
interface Options {
  log: Logger;
  /** The recording of a bridge in which two are; undefined: there are not. */
  spokenIn: (bridge: AriBridge) => string | undefined;
  /** The name of a recording on the exchange. */
  nameOf?: (recId: string) => Promise<string>;
  /** Reports that the exchange cannot record, or that a test has to show whether it can. */
  suspect?: ((reason: unknown) => void) | undefined;
}

/** More than any call has. */
export const mostParts = 200;
/** Names of recordings by which the exchange is tested. */
export const testPrefix = 'recoup-test-';
/** Another product on the same exchange may name its files by UUIDs as well. */
const prefix = 'recoup-';
/** Whether a name alone shows that Recoup recorded the file. */
export const isPrefixed = (name: string): boolean => name.startsWith(prefix);
export type Naming = Pick<AriOptions, 'app' | 'prefixesRecordings'>;
/** Both names of a recording, that of new ones first. Agencies that share an exchange have separate applications. */
export function recordingNames(o: Naming, recId: string): [current: string, other: string] {
  const bare = o.app === 'recoup' ? recId : `${o.app}-${recId}`;
  return o.prefixesRecordings ? [`${prefix}${bare}`, bare] : [bare, `${prefix}${bare}`];
}
/** Name on the exchange: a recording that started with the other form continues with it. */
export async function findName(ari: Ari, o: Naming, recId: string): Promise<string> {
  const [current, other] = recordingNames(o, recId);
  return (await isThere(ari, 'stored', other)) ? other : current;
}
export const partOf = (recId: string, no: number): string => (no === 1 ? recId : `${recId}-part-${no}`);

export const isThere = async (ari: Ari, how: 'live' | 'stored', name: string): Promise<boolean> =>
  isGood(await mustOf(ari)('GET', `/recordings/${how}/${name}`, {}, [404]));
/** Its file is there from its first word on. */
export const isRecorded = async (ari: Ari, name: string): Promise<boolean> =>
  (await isThere(ari, 'stored', name)) && !(await isThere(ari, 'live', name));

export function recordingsOf(ari: Ari, o: Options): Recordings {
  const must = mustOf(ari);
  /** Number of the next part; undefined: one is active, or the limit is reached. */
  async function nextOf(name: string): Promise<number | undefined> {
    for (let no = 1; no <= mostParts; no += 1) {
      if (await isThere(ari, 'live', partOf(name, no))) return undefined;
      if (!(await isThere(ari, 'stored', partOf(name, no)))) return no;
      // Another worker started it meanwhile: a second recording would duplicate all audio.
      if (await isThere(ari, 'live', partOf(name, no))) return undefined;
    }
    return undefined;
  }
  /** 409 for an existing name: started by another worker, or by us with a lost response. */
  const ask = (bridgePath: string, name: string, alsoFine: number[]): Promise<number> => {
    const how = { name, format: 'wav', ifExists: 'fail', maxDurationSeconds: '3600' };
    return must('POST', `${bridgePath}/record`, how, [409, ...alsoFine]);
  };
  async function continueNamed(bridgePath: string, name: string): Promise<void> {
    const no = await nextOf(name);
    // A bridge is closed with its call.
    if (no !== undefined && no > 1) await ask(bridgePath, partOf(name, no), [404]);
  }
  const nameOf = o.nameOf ?? ((recId: string) => Promise.resolve(recId));
  const goOn = async (bridgePath: string, recId: string): Promise<void> =>
    continueNamed(bridgePath, await nameOf(recId));
  /** Retried once, because audio is lost meanwhile. */
  const surely = (work: () => Promise<void>): Promise<void> =>
    work()
      .catch(work)
      .catch((error: unknown) => {
        o.log.error({ err: error }, 'asterisk: not recorded');
        o.suspect?.(error);
      });
  async function goOnIn(bridges: readonly AriBridge[]): Promise<void> {
    for (const one of bridges) {
      const recId = o.spokenIn(one);
      if (recId !== undefined) await surely(() => goOn(`/bridges/${one.id}`, recId));
    }
  }
  return {
    record: (bridgePath, recId) =>
      surely(async () => {
        const name = await nameOf(recId);
        if ((await ask(bridgePath, name, [])) === 409) await continueNamed(bridgePath, name);
      }),
    goOn: (bridgePath, recId) => surely(() => goOn(bridgePath, recId)),
    goOnIn,
    hear({ type, recording }) {
      const isTest = recording?.name.startsWith(testPrefix) ?? false;
      if (type === 'RecordingFailed' && !isTest)
        o.suspect?.(new Error(recording?.cause ?? 'RecordingFailed'));
      const bridgeId = /^bridge:(.+)$/.exec(recording?.target_uri ?? '')?.[1];
      if (type !== 'RecordingFinished' || bridgeId === undefined) return;
      // A recording that stops at its start, as on a full disk, would restart endlessly.
      if (recording?.duration === 0) return o.suspect?.(null);
      void surely(async () => {
        const { status, body } = await ari.ask('GET', `/bridges/${bridgeId}`);
        if (isGood(status)) await goOnIn([body as AriBridge]);
      });
    },
  };
}

/** A part started at the end of its call, or on a full disk, has no sound. */
function soundOf(bytes: Buffer): Buffer[] {
  if (isEmptyWav(bytes)) return [];
  const sound = completedWav(bytes);
  if (!sound) throw new Error('the recording is not readable');
  return [sound];
}

/** Complete only after its call: until then the exchange returns a partial file, without a length. */
export async function recordingOf(ari: Ari, recId: string): Promise<Recording> {
  const parts: Recording[] = [];
  for (let no = 1; no <= mostParts; no += 1) {
    const name = partOf(recId, no);
    if (await isThere(ari, 'live', name)) throw new Error('the exchange is still recording');
    const found = await ari.bytes(`/recordings/stored/${name}/file`);
    if (!found) break;
    parts.push(found);
  }
  const [first] = parts;
  if (!first) throw new Error('the exchange has no such recording');
  const [begin, ...rest] = parts.map(({ bytes }) => bytes).flatMap(soundOf);
  if (!begin) throw new EmptyRecording();
  return { contentType: first.contentType, bytes: rest.length === 0 ? begin : joinedWav([begin, ...rest]) };
}
