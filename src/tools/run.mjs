/** Runs a command of an operator on the pinned Node, also as the first one in a fresh checkout: `run.mjs db backup` is `db.ts backup`. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { ensureInstalled, nodeBinary, refuse, root } from './lib.mjs';

const [name, ...given] = process.argv.slice(2);
// A server without development dependencies (`npm ci --omit=dev`) suffices for commands.
if (!fs.existsSync(`${root}/node_modules/.package-lock.json`)) await ensureInstalled();
const child = spawn(nodeBinary(), [`${root}/src/tools/${name}.ts`, ...given], { stdio: 'inherit' });
// The terminal signals both processes; a direct signal is meant for the command.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('error', (error) => refuse(String(error)));
child.on('exit', (code) => process.exit(code ?? 1));
