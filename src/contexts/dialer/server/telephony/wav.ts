/** What a WAV file says of itself. Pure. */

/** Whether its sound is as long as its header says, and not nothing; one still being written has no length yet. */
export function isWholeWav(bytes: Buffer): boolean {
  if (bytes.length < 44 || bytes.toString('latin1', 0, 4) !== 'RIFF') return false;
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4);
    if (bytes.toString('latin1', at, at + 4) === 'data') return size > 0 && at + 8 + size <= bytes.length;
    at += 8 + size + (size % 2);
  }
  return false;
}
