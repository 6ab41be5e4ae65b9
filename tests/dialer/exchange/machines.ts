/** Synthetic voices of persons and answering machines in µ-law, by espeak-ng. */
import { spawnSync } from 'node:child_process';
import { telephoneWav } from '../../../src/contexts/dialer/server/telephony/wav.ts';
import { decode, encode } from '../../fakes/sip/tones.ts';

export interface Answer {
  who: 'person' | 'machine';
  text: string;
  voice: string;
  /** Speech rate per minute. */
  pace: number;
}
const headerBytes = 44;
export function spokenBy({ text, voice, pace }: Answer): Buffer {
  const args = ['-v', voice, '-s', String(pace), '-a', '120', '--stdout', '--stdin'];
  const { status, stdout } = spawnSync('espeak-ng', args, { input: text });
  if (status !== 0) throw new Error('There are no voices: install espeak-ng.');
  const wav = telephoneWav(stdout);
  return Buffer.from(
    Array.from({ length: Math.floor((wav.length - headerBytes) / 2) }, (_, i) =>
      encode(wav.readInt16LE(headerBytes + 2 * i)),
    ),
  );
}
/** A wav file for the exchange from µ-law, 16 bits and one channel. */
export function wavOf(said: Buffer): Buffer {
  const samples = decode(said);
  const wav = Buffer.alloc(headerBytes + 2 * samples.length);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  for (const [at, value] of [
    [16, 16],
    [24, 8000],
    [28, 16_000],
    [40, 2 * samples.length],
  ] as const)
    wav.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    wav.writeUInt16LE(value, at);
  wav.write('data', 36, 'latin1');
  for (const [i, sample] of samples.entries()) wav.writeInt16LE(sample, headerBytes + 2 * i);
  return wav;
}
const all = (
  who: Answer['who'],
  texts: readonly string[],
  voices: readonly string[],
  paces: readonly number[],
) =>
  texts.flatMap((text, i) =>
    voices.map((voice, j): Answer => ({ who, text, voice, pace: paces[(i + j) % paces.length] ?? 150 })),
  );

/** By these the figures of `amd.conf` were chosen. */
export const forTuning: readonly Answer[] = [
  ...all('person', ['Hello?', 'Hello, who is this?', 'Yes, tell me.'], ['en-gb+m1', 'en-gb+f1'], [150, 180]),
  ...all('person', ['हेलो?', 'हाँ जी, बोलिए।'], ['hi+m1', 'hi+f1'], [140, 170]),
  ...all(
    'machine',
    [
      'The person you are calling is not available. Please leave a message after the tone.',
      'Hello, you have reached my voice mail. I cannot take your call right now.',
    ],
    ['en-gb+m1', 'en-gb+f1'],
    [150, 180],
  ),
  ...all('machine', ['आप जिस व्यक्ति से संपर्क करना चाहते हैं वे अभी उपलब्ध नहीं हैं।'], ['hi+m1', 'hi+f1'], [140, 170]),
];
/** Different texts and voices, used to measure its errors. */
export const forCounting: readonly Answer[] = [
  ...all(
    'person',
    ['Hello.', 'Hello, yes?', 'Good morning.', 'Speaking.', 'Yes, who is calling?'],
    ['en-us+m3', 'en-us+f4', 'en-gb+m7'],
    [135, 160, 190],
  ),
  ...all(
    'person',
    ['जी, कौन?', 'हाँ, हेलो।', 'नमस्ते।', 'कौन बोल रहा है?'],
    ['hi+m3', 'hi+f4', 'hi+m7'],
    [130, 155, 180],
  ),
  ...all(
    'machine',
    [
      'Your call has been forwarded to an automated voice messaging system.',
      'Sorry, I am not able to answer the phone. Kindly speak after the beep and I will call you back.',
      'Welcome to the mailbox of nine eight one zero, two two three three.',
    ],
    ['en-us+m3', 'en-us+f4', 'en-gb+m7'],
    [135, 160, 190],
  ),
  ...all(
    'machine',
    [
      'आपका कॉल वॉइसमेल पर भेजा जा रहा है, बीप के बाद अपना संदेश छोड़ें।',
      'इस समय मैं फ़ोन नहीं उठा सकता, कृपया बाद में कॉल करें।',
    ],
    ['hi+m3', 'hi+f4', 'hi+m7'],
    [130, 155, 180],
  ),
];
