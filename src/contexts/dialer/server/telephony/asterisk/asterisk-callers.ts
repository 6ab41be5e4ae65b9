/** Announcements to waiting inbound callers, and the recording of their messages. */
import { setTimeout as rest } from 'node:timers/promises';
import type { Logger } from '#kernel/server/operation/log.ts';
import { beepSound, soundFiles } from '../../exchange/files.ts';
import { contexts } from '../../exchange/plan.ts';
import { extensionOf } from '../../machines/sound.ts';
import { type Ari, type AriChannel, type AriOptions, isGood, mustOf } from './ari.ts';
import { afterOf, isOurs, musicUri, sayingOf } from './ari-events.ts';
import { findName } from './asterisk-recordings.ts';
import { soundsThere } from './asterisk-sounds.ts';
import type { SpokenLine, TelephonyProvider } from '../port.ts';

interface Callers extends Pick<TelephonyProvider, 'farewell' | 'say' | 'hush' | 'leave' | 'press'> {
  /** Logs an alarm if the farewell failed for a leg that is there: it fails for one that hangs up as well. */
  alarmIfThere(legId: string): Promise<void>;
}
/** Longer than the exchange needs to destroy a channel after a hang-up. */
const hangUpMs = 300;

/** Id of the last playback of a leg: played once, however often requested. */
const farewellOf = (legId: string): string => `farewell-${legId}`;
export const legOfFarewell = (playbackId: string): string | undefined =>
  /^farewell-(.+)$/.exec(playbackId)?.[1];

const mediaOf = (lines: readonly SpokenLine[]): string =>
  lines.flatMap((line) => soundFiles(line).map((name) => `sound:${name}`)).join(',');

/** Longer than the dialplan's timeout: its announcement plays even with all our servers down. */
const musicTimes = 9;
const musicAfter = Array.from({ length: musicTimes }, () => musicUri).join(',');
/** Timeouts of the dialplan without commands from us: longer than the repeat interval of announcements. */
const unheardSeconds = { waiting: 100, message: 260, farewell: 40 };
const message = { format: 'wav', maxDurationSeconds: '180', maxSilenceSeconds: '6', terminateOn: 'any' };

export function callersOf(
  ari: Ari,
  o: Pick<AriOptions, 'app' | 'prefixesRecordings' | 'missed' | 'farewell' | 'answers'> & {
    log: Logger;
    suspectRecorder?: ((reason: unknown) => void) | undefined;
  },
  {
    channelOf,
    hangup,
  }: Pick<TelephonyProvider, 'hangup'> & {
    /** Asterisk's channel of a leg; undefined when the inbound caller hung up. */
    channelOf: (legId: string) => Promise<AriChannel | undefined>;
  },
): Callers {
  const must = mustOf(ari);
  const pathOf = (channelId: string): string => `/channels/${encodeURIComponent(channelId)}`;
  const gone = [404, 409, 412];
  const wait = (path: string, seconds: number): Promise<unknown> =>
    must('POST', `${path}/variable`, { variable: 'TIMEOUT(absolute)', value: String(seconds) }, gone);
  const stop = async (legId: string, no: number): Promise<void> => {
    const playing = [sayingOf(legId, no), afterOf(legId)];
    await Promise.all(playing.map((id) => must('DELETE', `/playbacks/${id}`, {}, [404, 409])));
  };
  /** An answered channel is not answered again: the command would be queued after its playback. */
  const answer = async (path: string, { state }: AriChannel): Promise<void> => {
    if (state !== 'Up') await must('POST', `${path}/answer`, {}, gone);
  };
  const isSpoken = async (name: string): Promise<boolean> => (await soundsThere(ari)).has(`recoup/${name}`);
  /** Missing greeting files are skipped instead of playing silence. */
  async function heardOf(lines: readonly SpokenLine[]): Promise<SpokenLine[]> {
    const own = lines.find((line) => line.startsWith('queue-'));
    if (own === undefined) return [...lines];
    const isThere = await isSpoken(own);
    return lines.map((line) => (line === own && !isThere ? 'greeting' : line));
  }
  /** An exchange with files of an earlier version would hang up on a redirected channel. */
  async function mayLeave(sound: string): Promise<boolean> {
    if (o.answers === '' || !(await isSpoken(sound))) return false;
    const device = encodeURIComponent(`Local/${extensionOf(sound)}@${contexts.message}`);
    const { body } = await ari.ask('GET', `/deviceStates/${device}`);
    return (body as { state?: string } | undefined)?.state !== 'INVALID';
  }

  return {
    async farewell(legId, lines, hushNo) {
      const found = await channelOf(legId);
      if (!found) return;
      const channel = pathOf(found.id);
      const isCaller = !isOurs(found.id);
      // Without an announcement they would redial repeatedly.
      if (isCaller) await answer(channel, found);
      // Otherwise the dialplan would play too.
      else if (o.answers !== '') await wait(channel, unheardSeconds.farewell).catch(() => undefined);
      const media = lines?.length ? mediaOf(lines) : isCaller ? o.missed : o.farewell;
      const { status, body } = await ari.ask('POST', `${channel}/play/${farewellOf(legId)}`, { media });
      // Played after what it interrupts.
      if (hushNo !== undefined) await stop(legId, hushNo);
      // The dialplan has it, and speaks itself.
      if (isGood(status) || (status === 409 && o.answers !== '')) return;
      o.log.warn({ status, said: body }, 'asterisk: nothing was said to whoever answered');
      await hangup(legId);
    },
    async say({ legId, no, lines, recId }) {
      const found = await channelOf(legId);
      if (!found) return;
      const channel = pathOf(found.id);
      const said = mediaOf(await heardOf(lines));
      await answer(channel, found);
      // All commands of a channel are queued after its playback: stopped as late as possible, with more to follow.
      const waits = wait(channel, recId === undefined ? unheardSeconds.waiting : unheardSeconds.message);
      await Promise.all([waits, no > 1 && stop(legId, no - 1)]);
      const play = (id: string, media: string): Promise<unknown> =>
        must('POST', `${channel}/play/${id}`, { media }, gone);
      if (recId === undefined) return void (await play(sayingOf(legId, no), `${said},${musicAfter}`));
      await play(sayingOf(legId, no), `${said},sound:${beepSound}`);
      const name = await findName(ari, o, recId);
      const recorded = must('POST', `${channel}/record`, { name, ...message, ifExists: 'fail' }, gone);
      // Callers whose voicemail fails to record hear music as well.
      await recorded.catch((error: unknown) => {
        o.log.error({ err: error }, 'asterisk: message not recorded');
        o.suspectRecorder?.(error);
      });
      await play(afterOf(legId), musicAfter);
    },
    async alarmIfThere(legId) {
      await rest(hangUpMs);
      if (await channelOf(legId)) o.log.error({ media: o.farewell }, 'asterisk: farewell not played');
    },
    hush: ({ legId, no }) => stop(legId, no),
    async press({ legId, keys }) {
      const found = await channelOf(legId);
      if (found) await must('POST', `${pathOf(found.id)}/dtmf`, { dtmf: keys }, gone);
    },
    async leave({ legId, sound }) {
      if (!(await mayLeave(sound))) return false;
      const found = await channelOf(legId);
      if (!found) return false;
      const where = { context: contexts.message, extension: extensionOf(sound), priority: '1' };
      // In the dialplan already: requested before.
      const { status } = await ari.ask('POST', `${pathOf(found.id)}/continue`, where);
      return isGood(status) || status === 409;
    },
  };
}
