/** A playable sample recording: two alternating soft tones like a conversation, 8-bit mono. Pure. */
const rate = 4000;
const turnSeconds = 2;
const mostSeconds = 30;

/** A wav of this many seconds (at most thirty); the same name gives the same sound. */
export function toneWav(name: string, seconds: number): Buffer {
  const samples = Math.max(1, Math.min(mostSeconds, Math.round(seconds))) * rate;
  const seed = Buffer.from(name).reduce((sum, byte) => (sum * 31 + byte) % 97, 7);
  const wav = Buffer.alloc(44 + samples);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(36 + samples, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20); // PCM
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate, 28);
  wav.writeUInt16LE(1, 32);
  wav.writeUInt16LE(8, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(samples, 40);
  for (let i = 0; i < samples; i += 1) {
    const speaker = Math.floor(i / rate / turnSeconds) % 2;
    const pitch = (speaker ? 180 : 240) + seed;
    const loud = 24 * Math.sin((Math.PI * (i % (rate * turnSeconds))) / (rate * turnSeconds));
    wav[44 + i] = 128 + Math.round(loud * Math.sin((2 * Math.PI * pitch * i) / rate));
  }
  return wav;
}
