/** Recording checks of the mixed run: detected and accepted cases. */
import { expect, test } from 'vitest';
import { type Talk, heardBetween, heardInWav, judge, talkIn } from './exchange/recording.ts';
import { agentVoice, borrowerVoice, decode, packetMs, toneOf } from '../fakes/sip/tones.ts';

const us = agentVoice('1001');
const them = borrowerVoice('9830000000');
const start = 1_000_000;
const at = (s: number): number => start + s * 1000;
const talk: Talk = { from: at(0), last: at(20), over: at(20), heard: 20 };

/** So many seconds of silence, then of these voices at once. */
function wav(silence: number, seconds: number, ...voices: readonly number[]): Buffer {
  const tones = voices.map((voice) => decode(toneOf(voice)));
  const each = tones[0]?.length ?? 0;
  const data = Buffer.alloc(((silence + seconds) * 1000 * 2 * each) / packetMs);
  for (let i = (silence * 1000 * each) / packetMs; 2 * i < data.length; i += 1)
    data.writeInt16LE(
      tones.reduce((sum, tone) => sum + (tone[i % each] ?? 0), 0),
      2 * i,
    );
  const header = Buffer.alloc(44);
  header.write('data', 36, 'latin1');
  return Buffer.concat([header, data]);
}
const faults = (
  bytes: Buffer,
  deaf: { from: number; to: number }[] = [],
  { asideS = null as number | null, spoken = 20, theirs = 20, keys = 0 } = {},
): string[] =>
  judge(
    heardInWav(bytes),
    { ...talk, heard: spoken },
    { ours: [us], theirs: { voice: them, heard: theirs }, deaf, asideS, keys },
  ).faults;

test("a recording with the talk's length and both voices is complete, and a shorter one is not", () => {
  expect(faults(wav(0, 20, us, them))).toEqual([]);
  expect(faults(wav(0, 18, us, them))[0]).toBe('18 s are recorded of 20 s');
  expect(faults(wav(0, 20, us))).toEqual(['they are heard for 0 s in it, at an agent’s for 20 s']);
  expect(faults(wav(0, 20, them))).toEqual(['we are heard for 0 s in it, at the telephone for 20 s']);
  // As long as it should be, and silent at first.
  expect(faults(wav(6, 14, us, them))).toHaveLength(2);
});

test('a recording stops with its talk, except during an outage', () => {
  const long = wav(0, 26, us, them);
  expect(faults(long)).toEqual(['26 s are recorded, 20 s at most']);
  expect(faults(long, [{ from: at(15), to: at(25) }])).toEqual([]);
  expect(faults(long, [{ from: at(15), to: at(21) }])).toEqual(['26 s are recorded, 21 s at most']);
  // An outage during the talk is no excuse.
  expect(faults(long, [{ from: at(5), to: at(19) }])).toHaveLength(1);
});

test('while its agent spoke in another call nothing had to be recorded; all else had', () => {
  expect(faults(wav(0, 16, us, them), [], { asideS: 4, spoken: 16, theirs: 16 })).toEqual([]);
  expect(faults(wav(0, 12, us, them), [], { asideS: 4, spoken: 16, theirs: 16 })[0]).toBe(
    '12 s are recorded of 15 s',
  );
  // The other borrower had the same voice.
  expect(faults(wav(0, 16, us, them), [], { asideS: 4, spoken: 16, theirs: 20 })).toEqual([]);
  expect(faults(wav(0, 16, us), [], { asideS: 4, spoken: 16, theirs: 20 })).toHaveLength(1);
});

test('audio during a key press is excused, and no more', () => {
  expect(faults(wav(0, 18.8, us, them), [], { keys: 6 })).toEqual([]);
  expect(faults(wav(0, 17.6, us, them), [], { keys: 6 })[0]).toBe('17.6 s are recorded of 18.8 s');
  expect(faults(wav(0, 18.8, us, them))[0]).toBe('18.8 s are recorded of 20 s');
});

test('a talk is the audio of our side, excluding music before it and announcements after', () => {
  const alone = new Map([[us, { from: at(6), until: at(20), packets: 700 }]]);
  const said = { name: 'nobody-here-hi', from: at(2) };
  const heard = { alone, until: at(27), sounds: [said, { name: 'hold/music', from: at(3) }] };
  expect(talkIn({ heard }, [us])).toEqual({ from: at(6), last: at(20), over: at(27), heard: 14 });
  const left = { ...heard, sounds: [said, { name: 'nobody-here-en', from: at(21) }] };
  expect(talkIn({ heard: left }, [us])).toMatchObject({ over: at(21) });
  expect(talkIn({ heard }, [])).toBeUndefined();
});

test('an agent’s line is measured during the call alone', () => {
  const halves = new Map([1, 2, 3, 4, 5, 6].map((half) => [`${them}:${half}`, 25] as const));
  expect(heardBetween([{ heard: { halves } }], them, { from: 1000, until: 2000 })).toBe(1);
  expect(heardBetween([{ heard: { halves } }], us, { from: 1000, until: 2000 })).toBe(0);
});
