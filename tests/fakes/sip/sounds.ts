/** Which of the exchange's sounds a packet is of: they come as they lie in their files, twenty milliseconds a packet. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encode, samplesOf } from './tones.ts';

const folder = fileURLToPath(new URL('../../../public/sounds', import.meta.url));
const headerBytes = 44;
/** Quieter ones are alike in all of them. */
const leastPower = 300 ** 2;

function* packetsIn(wav: Buffer): Generator<Buffer> {
  for (let at = headerBytes; at + 2 * samplesOf <= wav.length; at += 2 * samplesOf) {
    let sum = 0;
    const packet = Buffer.alloc(samplesOf);
    for (let i = 0; i < samplesOf; i += 1) {
      const sample = wav.readInt16LE(at + 2 * i);
      sum += sample ** 2;
      // An exchange has one value for four of them, that of the last.
      packet[i] = encode(sample | 3);
    }
    if (sum / samplesOf >= leastPower) yield packet;
  }
}

let known: Map<string, string> | undefined;
/** Packets shared by several sounds are ambiguous. */
function load(): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.wav')) continue;
    const name = file.slice(0, -4);
    for (const packet of packetsIn(readFileSync(join(folder, file)))) {
      const key = packet.toString('latin1');
      found.set(key, found.has(key) && found.get(key) !== name ? '' : name);
    }
  }
  return found;
}

/** Its name as that of its file, such as `greeting-hi` or `hold/music`. */
export function soundIn(packet: Uint8Array): string | undefined {
  known ??= load();
  return known.get(Buffer.from(packet).toString('latin1')) || undefined;
}
