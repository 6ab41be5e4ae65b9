/** Announcements to waiting inbound callers, and the recording of their messages. */
import type { Logger } from '#kernel/server/operation/log.ts';
import { beepSound, soundsOf } from '../exchange/files.ts';
import { type Ari, type AriOptions, isGood, mustOf } from './ari.ts';
import { afterOf, isOurs, musicUri, sayingOf } from './ari-events.ts';
import type { SpokenLine, TelephonyProvider } from './port.ts';

type Callers = Pick<TelephonyProvider, 'farewell' | 'say' | 'hush'>;

/** The name of what is played to a leg last: played once, however often it is asked for. */
const farewellOf = (legId: string): string => `farewell-${legId}`;
export const legOfFarewell = (playbackId: string): string | undefined =>
  /^farewell-(.+)$/.exec(playbackId)?.[1];

const mediaOf = (lines: readonly SpokenLine[]): string =>
  lines.flatMap((line) => soundsOf(line).map((name) => `sound:${name}`)).join(',');

/** Longer than until the dialplan speaks: whoever waits hears it though every server of ours may be gone. */
const musicTimes = 9;
const musicAfter = Array.from({ length: musicTimes }, () => musicUri).join(',');
/** The dialplan speaks when nothing was heard of us for so long: longer than until lines are said again. */
const unheardSeconds = { waiting: 100, message: 260 };
const message = { format: 'wav', maxDurationSeconds: '180', maxSilenceSeconds: '6', terminateOn: 'any' };

export function callersOf(
  ari: Ari,
  o: Pick<AriOptions, 'missed' | 'farewell' | 'answers'> & { log: Logger },
  {
    channelOf,
    hangup,
  }: Pick<TelephonyProvider, 'hangup'> & {
    /** Asterisk's channel id of a leg; undefined when the inbound caller hung up. */
    channelOf: (legId: string) => Promise<string | undefined>;
  },
): Callers {
  const must = mustOf(ari);
  const pathOf = (channelId: string): string => `/channels/${encodeURIComponent(channelId)}`;
  const gone = [404, 409, 412];
  const wait = (path: string, seconds: number): Promise<unknown> =>
    must('POST', `${path}/variable`, { variable: 'TIMEOUT(absolute)', value: String(seconds) }, gone);
  const stop = async (legId: string, no: number): Promise<void> => {
    for (const id of [sayingOf(legId, no), afterOf(legId)])
      await must('DELETE', `/playbacks/${id}`, {}, [404, 409]);
  };
  /** Greetings that were never spoken into a file are not waited for in silence. */
  async function heardOf(lines: readonly SpokenLine[]): Promise<SpokenLine[]> {
    const own = lines.find((line) => line.startsWith('queue-'));
    if (own === undefined) return [...lines];
    const { body } = await ari.ask('GET', '/sounds');
    const isThere =
      Array.isArray(body) && (body as { id: string }[]).some(({ id }) => id === `recoup/${own}`);
    return lines.map((line) => (line === own && !isThere ? 'greeting' : line));
  }

  return {
    async farewell(legId, lines) {
      const channelId = await channelOf(legId);
      if (channelId === undefined) return;
      const channel = pathOf(channelId);
      const isCaller = !isOurs(channelId);
      // Refused without a word, they would try again and again.
      if (isCaller) await must('POST', `${channel}/answer`, {}, gone);
      const media = lines?.length ? mediaOf(lines) : isCaller ? o.missed : o.farewell;
      const { status, body } = await ari.ask('POST', `${channel}/play/${farewellOf(legId)}`, { media });
      // The dialplan has it, and speaks itself.
      if (isGood(status) || (status === 409 && o.answers !== '')) return;
      o.log.warn({ status, said: body }, 'asterisk: nothing was said to whoever answered');
      await hangup(legId);
    },
    async say({ legId, no, lines, recId }) {
      const channelId = await channelOf(legId);
      if (channelId === undefined) return;
      const channel = pathOf(channelId);
      // All that is asked of a channel waits for what is played to it: what is played is asked for last.
      if (no > 1) await stop(legId, no - 1);
      await must('POST', `${channel}/answer`, {}, gone);
      await wait(channel, recId === undefined ? unheardSeconds.waiting : unheardSeconds.message);
      const said = mediaOf(await heardOf(lines));
      const play = (id: string, media: string): Promise<unknown> =>
        must('POST', `${channel}/play/${id}`, { media }, gone);
      if (recId === undefined) return void (await play(sayingOf(legId, no), `${said},${musicAfter}`));
      await play(sayingOf(legId, no), `${said},sound:${beepSound}`);
      await must('POST', `${channel}/record`, { name: recId, ...message, ifExists: 'fail' }, gone);
      await play(afterOf(legId), musicAfter);
    },
    hush: ({ legId, no }) => stop(legId, no),
  };
}
