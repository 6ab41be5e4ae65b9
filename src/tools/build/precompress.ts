import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli11 = (bytes: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
const gzip9 = (bytes: Buffer): Promise<Buffer> => promisify(gzip)(bytes, { level: 9 });

const worthIt = /\.(js|css|html|svg|json|webmanifest|txt)$/;
const forServerOnly = 'build.json';

/** Writes brotli and gzip versions of every text file, so that the server only sends bytes. */
export function precompress(): Plugin {
  let folder = 'dist';
  return {
    name: 'recoup:precompress',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const names = await readdir(folder, { recursive: true });
        const files = names.filter((name) => worthIt.test(name) && name !== forServerOnly);
        await Promise.all(
          files.map(async (name) => {
            const path = join(folder, name);
            const bytes = await readFile(path);
            await Promise.all([
              brotli11(bytes).then((small) => writeFile(`${path}.br`, small)),
              gzip9(bytes).then((small) => writeFile(`${path}.gz`, small)),
            ]);
          }),
        );
      },
    },
  };
}
