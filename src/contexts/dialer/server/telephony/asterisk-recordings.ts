/**
 * What an Asterisk records of calls. It ends a recording of its own accord once it hears nothing for four seconds, as while
 * a borrower on hold is alone in the bridge: what follows is the next part of it.
 */
import type { Logger } from '#kernel/server/operation/log.ts';
import { type Ari, type AriBridge, type AriEvent, isGood, mustOf } from './ari.ts';
import { EmptyRecording, type Recording } from './port.ts';
import { completedWav, isEmptyWav, joinedWav } from './wav.ts';

export interface Recordings {
  /** Records a bridge under this name from now on, or goes on with it. Idempotent for concurrent workers. */
  record(bridgePath: string, recId: string): Promise<void>;
  /** Goes on with what ended though its bridge is not empty; what was never begun is left alone. */
  goOn(bridgePath: string, recId: string): Promise<void>;
  /** Recordings that ended unheard go on where two speak. */
  goOnIn(bridges: readonly AriBridge[]): Promise<void>;
  /** Events of it: what ends while two speak goes on. */
  hear(event: AriEvent): void;
}
interface Options {
  log: Logger;
  /** The name of the recording of a bridge in which two are; undefined: there are not. */
  spokenIn: (bridge: AriBridge) => string | undefined;
  /** Reports that the exchange cannot record, or that a test has to show whether it can. */
  suspect?: ((reason: unknown) => void) | undefined;
}

/** More than any call has. */
export const mostParts = 200;
/** Names of recordings by which the exchange is tested. */
export const testPrefix = 'recoup-test-';
/** Its name on the exchange, which several agencies may share, each with an application of its own. */
export const recordingName = (app: string, recId: string): string =>
  app === 'recoup' ? recId : `${app}-${recId}`;
export const partOf = (recId: string, no: number): string => (no === 1 ? recId : `${recId}-part-${no}`);

export const isThere = async (ari: Ari, how: 'live' | 'stored', name: string): Promise<boolean> =>
  isGood(await mustOf(ari)('GET', `/recordings/${how}/${name}`, {}, [404]));
/** Its file is there from its first word on. */
export const isRecorded = async (ari: Ari, name: string): Promise<boolean> =>
  (await isThere(ari, 'stored', name)) && !(await isThere(ari, 'live', name));

export function recordingsOf(ari: Ari, o: Options): Recordings {
  const must = mustOf(ari);
  /** The part that comes next; undefined: one is being recorded, or there are too many. */
  async function nextOf(recId: string): Promise<number | undefined> {
    for (let no = 1; no <= mostParts; no += 1) {
      if (await isThere(ari, 'live', partOf(recId, no))) return undefined;
      if (!(await isThere(ari, 'stored', partOf(recId, no)))) return no;
      // Begun by another worker between the two: recorded twice, all would be said twice.
      if (await isThere(ari, 'live', partOf(recId, no))) return undefined;
    }
    return undefined;
  }
  /** Of one name it answers 409 where another worker asked, or where we did and were not told. */
  const ask = (bridgePath: string, name: string, alsoFine: number[]): Promise<number> => {
    const how = { name, format: 'wav', ifExists: 'fail', maxDurationSeconds: '3600' };
    return must('POST', `${bridgePath}/record`, how, [409, ...alsoFine]);
  };
  async function goOn(bridgePath: string, recId: string): Promise<void> {
    const no = await nextOf(recId);
    // A bridge is closed with its call.
    if (no !== undefined && no > 1) await ask(bridgePath, partOf(recId, no), [404]);
  }
  /** Of whoever speaks meanwhile something is missing: asked for once more. */
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
        if ((await ask(bridgePath, recId, [])) === 409) await goOn(bridgePath, recId);
      }),
    goOn: (bridgePath, recId) => surely(() => goOn(bridgePath, recId)),
    goOnIn,
    hear({ type, recording }) {
      const isTest = recording?.name.startsWith(testPrefix) ?? false;
      if (type === 'RecordingFailed' && !isTest)
        o.suspect?.(new Error(recording?.cause ?? 'RecordingFailed'));
      const bridgeId = /^bridge:(.+)$/.exec(recording?.target_uri ?? '')?.[1];
      if (type !== 'RecordingFinished' || bridgeId === undefined) return;
      // What ends as it began, as on a disk that is full, would end again, and again.
      if (recording?.duration === 0) return o.suspect?.(null);
      void surely(async () => {
        const { status, body } = await ari.ask('GET', `/bridges/${bridgeId}`);
        if (isGood(status)) await goOnIn([body as AriBridge]);
      });
    },
  };
}

/** A part that began when its call was just over, or on a full disk, has no sound. */
function soundOf(bytes: Buffer): Buffer[] {
  if (isEmptyWav(bytes)) return [];
  const sound = completedWav(bytes);
  if (!sound) throw new Error('the recording is not readable');
  return [sound];
}

/** Whole only once its call is over: until then the exchange gives what it has written so far, without a length. */
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
