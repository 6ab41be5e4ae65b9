/** Sees to it that there is an Asterisk: the one in the folder, that of the system, or one built there from its sources. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isNewEnough, oldestExchange } from '#contexts/dialer/server/exchange/check.ts';
import { findAsterisk } from '../../../tests/dialer/exchange/find.ts';
import { folder } from '../../../tests/dialer/exchange/asterisk.ts';

const release = oldestExchange.join('.');
const pjproject = '2.17';
interface Source {
  start: string;
  from: string;
}
const asterisk: Source = {
  start: `asterisk-${release}`,
  from: `https://downloads.asterisk.org/pub/telephony/asterisk/releases/asterisk-${release}.tar.gz`,
};
const library: Source = {
  start: `pjproject-${pjproject}`,
  from: `https://raw.githubusercontent.com/asterisk/third-party/master/pjproject/${pjproject}/pjproject-${pjproject}.tar.bz2`,
};

class CannotBuild extends Error {}

/** Existing sources, or downloaded ones. */
async function sourceOf(place: string, { start, from }: Source): Promise<string> {
  const there = readdirSync(place).find((name) => name.startsWith(start) && /\.tar\.(gz|bz2|xz)$/.test(name));
  if (there) return join(place, there);
  console.log(`Fetching ${from} …`);
  const answer = await fetch(from, { signal: AbortSignal.timeout(300_000) }).catch((error: unknown) => error);
  if (!(answer instanceof Response) || !answer.ok) {
    const why = answer instanceof Response ? `it answers ${answer.status}` : 'it cannot be reached';
    throw new CannotBuild(
      `There is no Asterisk ${release} or newer, and its sources are not at ${from} (${why}): put ${asterisk.start}.tar.gz and ${library.start}.tar.gz into ${place}, or name the folder of an installed one in EXCHANGE_DIR.`,
    );
  }
  const file = join(place, from.slice(from.lastIndexOf('/') + 1));
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
  return file;
}

function step(work: string, log: string, command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, [...args], {
    cwd: work,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  writeFileSync(log, `${command} ${args.join(' ')}\n${stdout}${stderr}`, { flag: 'a' });
  if (status === 0) return stdout;
  const last = `${stdout}\n${stderr}`.trim().split('\n').slice(-5).join('\n');
  throw new CannotBuild(
    `${command} ${args[0] ?? ''} failed (${error ? String(error) : status}), see ${log}:\n${last}`,
  );
}

/** Unpacked, whatever the folder in the archive is called. */
function unpack(archive: string, to: string, log: string): void {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  step(to, log, 'tar', ['xf', archive, '--strip-components=1']);
}

/** The bundled SIP library is read from a cache with a checksum in the sources; ours may be packed differently. */
function packLibrary(archive: string, work: string, sources: string, log: string): string {
  const name = `pjproject-${pjproject}`;
  unpack(archive, join(work, name), log);
  const cache = join(work, 'cache');
  mkdirSync(cache, { recursive: true });
  step(work, log, 'tar', ['cjf', join(cache, `${name}.tar.bz2`), name]);
  const sum = createHash('md5')
    .update(readFileSync(join(cache, `${name}.tar.bz2`)))
    .digest('hex');
  writeFileSync(join(sources, 'third-party/pjproject', `${name}.tar.bz2.md5`), `${sum}  ${name}.tar.bz2\n`);
  return cache;
}

async function build(place: string): Promise<void> {
  const archives = process.env['EXCHANGE_SOURCES'] || join(place, 'sources');
  const work = join(place, 'build');
  for (const one of [archives, work]) mkdirSync(one, { recursive: true });
  const exchange = await sourceOf(archives, asterisk);
  const packed = await sourceOf(archives, library);
  const log = join(work, 'log');
  const sources = join(work, 'asterisk');
  console.log(`Building Asterisk ${release} in ${work}: some ten minutes …`);
  unpack(exchange, sources, log);
  const cache = packLibrary(packed, work, sources, log);
  step(sources, log, './configure', [
    `--prefix=${place}`,
    '--with-jansson',
    '--with-pjproject-bundled',
    `--with-externals-cache=${cache}`,
    '--without-libjwt',
    '--disable-xmldoc',
  ]);
  // Browsers require encryption; the build would silently omit it.
  if (!/^SRTP=[12]/m.test(readFileSync(join(sources, 'build_tools/menuselect-deps'), 'utf8')))
    throw new CannotBuild('The library libsrtp2 with its headers is needed (Debian: libsrtp2-dev).');
  step(sources, log, 'make', ['menuselect.makeopts']);
  const without = ['CORE-SOUNDS-EN-GSM', 'MOH-OPSOUND-WAV'].flatMap((one) => ['--disable', one]);
  step(sources, log, 'menuselect/menuselect', [...without, 'menuselect.makeopts']);
  step(sources, log, 'nice', ['-n', '19', 'make', `-j${availableParallelism()}`]);
  step(sources, log, 'make', ['install']);
  rmSync(work, { recursive: true, force: true });
}

const place = folder();
if (!existsSync(place)) mkdirSync(place, { recursive: true });
try {
  const found = findAsterisk(place);
  if (!found || !isNewEnough(found.version)) await build(place);
  const now = findAsterisk(place);
  if (!now || !isNewEnough(now.version))
    throw new CannotBuild(`There is no Asterisk ${release} or newer in ${place}.`);
  console.log(`Asterisk ${now.version}: ${now.program}`);
} catch (error) {
  if (!(error instanceof CannotBuild)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
