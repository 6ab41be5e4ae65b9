/** `npm run map`: every endpoint and screen with who may use it, drawn from the contract and the route table. */
import { globSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { payPaths } from '#contexts/payments/contract/pay/pay-pages.ts';
import { screens } from '#app/client/screens/screens.ts';
import { flags } from '#kernel/contract/flags.ts';
import { allEndpoints, endpointNamed } from '#app/contract.ts';
import { exportTypes } from '#kernel/contract/export-types.ts';
import type { Access } from '#kernel/contract/access.ts';
import { accessWords } from '#app/docs/openapi.ts';
import { failuresText } from '#text/en/failures.ts';
import { kitText } from '#text/en/kit.ts';
import { allWords } from '#text/locale.ts';

const source = fileURLToPath(new URL('..', import.meta.url));

interface MasterWords {
  one: string;
  created: string;
}
const isMaster = (words: unknown): words is MasterWords =>
  typeof words === 'object' && words !== null && 'one' in words && 'created' in words;

/** Every sentence of all English text files, generated master texts, and failures. */
async function sentences(): Promise<string[]> {
  const modules: object[] = [];
  for (const file of globSync('**/text/en/*.ts', { cwd: source, exclude: ['**/*.test.ts'] }))
    modules.push((await import(pathToFileURL(`${source}/${file}`).href)) as object);
  const ones = modules.flatMap((found) => Object.values(found).filter(isMaster)).map(({ one }) => one);
  const refusals = Object.values(failuresText).map((say) => say({}));
  return [
    ...new Set([...allWords(), ...refusals, ...ones.flatMap((one) => [kitText.add(one), kitText.edit(one)])]),
  ];
}

const flagsIn = (can: Access): readonly string[] =>
  typeof can === 'string' ? [can] : 'admins' in can ? can.admins : 'all' in can ? can.all : (can.any ?? []);

/** Written by the server. */
const paySites = ['/pay', ...payPaths.map((path) => `/pay/${path}`), '/payment/response'];

/** What the tables of the specification are compared with. */
export async function mapOf() {
  const endpoints = allEndpoints().flatMap((endpoint) =>
    [endpoint, ...endpoint.also].map(({ method, path }) => ({
      name: endpoint.name,
      method,
      path: `/api${path}`,
      can: accessWords(endpoint.can),
      offline: endpoint.offline,
    })),
  );
  const exported = exportTypes.filter(({ of }) => endpointNamed(of));
  const used = new Set([...allEndpoints(), ...screens, ...exported].flatMap(({ can }) => flagsIn(can)));
  return {
    endpoints,
    screens: [
      ...screens.map(({ path, shell, can }) => ({ path, shell, can: accessWords(can) })),
      // Drawn without the console, or decided by the role: not rows of the route table.
      ...['/', '/login', '/forgot-password', '/set-password', '/second-step', ...paySites].map((path) => ({
        path,
        shell: 'public',
        can: 'public',
      })),
    ],
    flags: flags.filter((flag) => used.has(flag)),
    texts: await sentences(),
  };
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]): string =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.map(line).join('\n');
}

if (import.meta.main) {
  const map = await mapOf();
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(map)}\n`);
  else {
    const endpoints = map.endpoints.map((e) => [e.method, e.path, e.name, e.can, e.offline ? 'offline' : '']);
    const screenRows = map.screens.map((s) => [s.path, s.shell, s.can]);
    process.stdout.write(`${table(endpoints)}\n\n${table(screenRows)}\n`);
  }
}
