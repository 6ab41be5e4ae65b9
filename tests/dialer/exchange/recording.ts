/** Audio content of a recording, compared with the audio at the telephones. Pure. */
import { halfMs } from '../../fakes/sip/media.ts';
import { packetMs, heardIn, samplesOf } from '../../fakes/sip/tones.ts';

const rate = 8000;
export interface Recorded {
  seconds: number;
  /** For how many seconds each of our voices speaks. */
  voices: Map<number, number>;
}
/** 16-bit mono, as an exchange writes it. */
export function heardInWav(bytes: Buffer): Recorded {
  const at = bytes.indexOf('data', 12, 'latin1') + 8;
  const samples = new Int16Array(Math.floor((bytes.length - at) / 2));
  for (let i = 0; i < samples.length; i += 1) samples[i] = bytes.readInt16LE(at + 2 * i);
  const voices = new Map<number, number>();
  for (let i = 0; i + samplesOf <= samples.length; i += samplesOf)
    for (const one of heardIn(samples.subarray(i, i + samplesOf)).voices)
      voices.set(one, (voices.get(one) ?? 0) + samplesOf / rate);
  return { seconds: samples.length / rate, voices };
}

/** A conversation from the borrower's telephone; times in milliseconds, durations in seconds. */
export interface Talk {
  /** First and last audio of our side, and the end of all parties. */
  from: number;
  last: number;
  over: number;
  /** Seconds of one of our voices without other audio. */
  heard: number;
}
interface Leg {
  heard: {
    alone: ReadonlyMap<number, { from: number; until: number; packets: number }>;
    sounds: readonly { name: string; from: number }[];
    until: number;
  };
}
const secondsOf = (packets: number): number => (packets * packetMs) / 1000;
/** Undefined: no audio of our side. */
export function talkIn({ heard }: Leg, ours: readonly number[]): Talk | undefined {
  const voices = ours.flatMap((voice) => heard.alone.get(voice) ?? []);
  if (voices.length === 0) return undefined;
  const from = Math.min(...voices.map((one) => one.from));
  const last = Math.max(...voices.map((one) => one.until));
  // Left alone by our side they get an announcement.
  const after = heard.sounds.find((one) => one.from > last && one.name.startsWith('nobody-here'));
  const over = after?.from ?? heard.until;
  const packets = voices.reduce((sum, one) => sum + one.packets, 0);
  return { from, last, over, heard: secondsOf(packets) };
}
/** Seconds of a voice on an agent's telephone in the interval; a line is used for many calls. */
export function heardBetween(
  lines: readonly { heard: { halves: ReadonlyMap<string, number> } }[],
  voice: number,
  { from, until }: { from: number; until: number },
): number {
  let packets = 0;
  for (const { heard } of lines)
    for (let half = Math.ceil(from / halfMs); (half + 1) * halfMs <= until; half += 1)
      packets += heard.halves.get(`${voice}:${half}`) ?? 0;
  return secondsOf(packets);
}

/** Request and response time under load. */
const slackS = { begins: 1, ends: 1.5 };
/** Packets are lost there too. */
const kept = 0.9;
/** Audio that an exchange omits from recordings during a key press and shortly after it. */
const keyS = 0.2;
export interface Judged {
  faults: string[];
  /** Missing seconds per part, after the slack. */
  lacks: { whole: number; over: number; ours: number; theirs: number };
}
/**
 * `theirs`: the borrower's voice, in seconds on an agent's telephone. `deaf`: without a server no recording can be
 * stopped after the conversation. `asideS`: seconds of the agent in another call, when no audio had to be recorded; the
 * other borrower may have the same voice. `keys`: number of the borrower's key presses.
 */
export function judge(
  { seconds, voices }: Recorded,
  talk: Talk,
  o: {
    ours: readonly number[];
    theirs: { voice: number; heard: number };
    deaf: readonly { from: number; to: number }[];
    asideS: number | null;
    keys: number;
  },
): Judged {
  const of = (all: readonly number[]): number => all.reduce((sum, one) => sum + (voices.get(one) ?? 0), 0);
  const trouble = o.deaf.find(({ from, to }) => talk.over >= from && talk.over <= to);
  const left = o.keys * keyS;
  const least = (talk.last - talk.from) / 1000 - left - (o.asideS === null ? 0 : o.asideS + 1);
  const most = ((trouble?.to ?? talk.over) - talk.from) / 1000;
  const ours = of(o.ours);
  const theirs = of([o.theirs.voice]);
  const together = (talk.over - talk.from) / 1000 - (o.asideS ?? 0);
  const lacks = {
    whole: least - seconds,
    over: seconds - most,
    ours: (talk.heard - left) * kept - ours,
    theirs: (Math.min(o.theirs.heard, together) - left) * kept - theirs,
  };
  const faults = [
    lacks.whole > slackS.begins && `${seconds} s are recorded of ${least} s`,
    lacks.over > slackS.ends && `${seconds} s are recorded, ${most} s at most`,
    lacks.ours > slackS.begins && `we are heard for ${ours} s in it, at the telephone for ${talk.heard} s`,
    lacks.theirs > slackS.begins &&
      `they are heard for ${theirs} s in it, at an agent’s for ${o.theirs.heard} s`,
  ];
  return { faults: faults.filter((one) => one !== false), lacks };
}
