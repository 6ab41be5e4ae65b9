/** Metadata of WAV files. Pure. */

const headerBytes = 44;
/** True if its sound has the declared length above zero; a file being written has no length yet. */
export function isWholeWav(bytes: Buffer): boolean {
  if (bytes.length < 44 || bytes.toString('latin1', 0, 4) !== 'RIFF') return false;
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4);
    if (bytes.toString('latin1', at, at + 4) === 'data') return size > 0 && at + 8 + size <= bytes.length;
    at += 8 + size + (size % 2);
  }
  return false;
}

/** A header without sound, or an incomplete header, as written on a full disk. */
export const isEmptyWav = (bytes: Buffer): boolean => bytes.length <= headerBytes;

/**
 * The file with its actual length. A killed exchange, or one with a full disk, writes an incomplete header. Undefined:
 * not a recording of an exchange.
 */
export function completedWav(bytes: Buffer): Buffer | undefined {
  if (isWholeWav(bytes)) return bytes;
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 36, 40) !== 'data')
    return undefined;
  const sampleBytes = bytes.readUInt16LE(32) || 1;
  const sound = Math.floor((bytes.length - headerBytes) / sampleBytes) * sampleBytes;
  const made = Buffer.from(bytes.subarray(0, headerBytes + sound));
  made.writeUInt32LE(made.length - 8, 4);
  made.writeUInt32LE(sound, 40);
  return made;
}

/** Seconds of sound, from the header's bytes per second. */
export const secondsOfWav = (bytes: Buffer): number =>
  bytes.length <= headerBytes ? 0 : (bytes.length - headerBytes) / bytes.readUInt32LE(28);

const telephone = 8000;
/** Speech as 16 bit mono in telephone quality: 8,000 samples a second, each the mean of its source samples. */
export function telephoneWav(bytes: Buffer): Buffer {
  const rate = bytes.readUInt32LE(24);
  const from = Math.floor((bytes.length - headerBytes) / 2);
  const count = Math.floor((from * telephone) / rate);
  const made = Buffer.alloc(headerBytes + count * 2);
  bytes.copy(made, 0, 0, headerBytes);
  for (let i = 0; i < count; i += 1) {
    const [begin, end] = [Math.floor((i * rate) / telephone), Math.floor(((i + 1) * rate) / telephone)];
    let sum = 0;
    for (let j = begin; j < Math.max(end, begin + 1); j += 1) sum += bytes.readInt16LE(headerBytes + j * 2);
    made.writeInt16LE(Math.round(sum / Math.max(end - begin, 1)), headerBytes + i * 2);
  }
  made.writeUInt32LE(made.length - 8, 4);
  made.writeUInt32LE(telephone, 24);
  made.writeUInt32LE(telephone * 2, 28);
  made.writeUInt32LE(count * 2, 40);
  return made;
}

/** Concatenated, in the format of the first. */
export function joinedWav(parts: readonly [Buffer, ...Buffer[]]): Buffer {
  const made = Buffer.concat([
    parts[0].subarray(0, headerBytes),
    ...parts.map((one) => one.subarray(headerBytes)),
  ]);
  made.writeUInt32LE(made.length - 8, 4);
  made.writeUInt32LE(made.length - headerBytes, 40);
  return made;
}
