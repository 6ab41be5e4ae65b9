import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type FileStore, TooLarge } from './port.ts';

const ours = /^[a-z-]+\/[0-9a-f-]{36}$/;

/** Files in a folder of the data directory, streamed to disk, visible only when they are whole. */
export function localFiles(folder: string): FileStore {
  const at = (key: string): string => {
    if (!ours.test(key)) throw new Error(`not a key of ours: ${key}`);
    return join(folder, key);
  };
  const has = (key: string): Promise<boolean> =>
    access(at(key)).then(
      () => true,
      () => false,
    );
  return {
    has,
    async put(key, body, maxBytes) {
      const path = at(key);
      const draft = `${path}.part`;
      await mkdir(dirname(path), { recursive: true });
      let bytes = 0;
      const meter = new Transform({
        transform(chunk: Buffer, _, done) {
          bytes += chunk.length;
          done(bytes > maxBytes ? new TooLarge() : null, chunk);
        },
      });
      try {
        await pipeline(body, meter, createWriteStream(draft, { flags: 'wx' }));
        await rename(draft, path);
        return bytes;
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    get: async (key) => createReadStream(at(key)),
  };
}
