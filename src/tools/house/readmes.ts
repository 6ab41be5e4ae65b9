/** Context READMEs match their modules: tables, needs, slots. */
import type { Source } from '../../../tests/architecture/source.ts';

export interface Context {
  name: string;
  owns: readonly string[];
  needs: readonly string[];
  readme: string;
}

const lineOf = (readme: string, head: string): string =>
  new RegExp(`^- \\*\\*${head}\\*\\*: (.*)$`, 'm').exec(readme)?.[1] ?? '';
/** Items of a README row in backticks or between commas, without remarks in brackets. */
const tablesIn = (line: string): string[] => [...line.matchAll(/`(\w+)`/g)].map(([, table = '']) => table);
const needsIn = (line: string): string[] => line.match(/[a-z]+/g)?.filter((word) => word !== 'nothing') ?? [];

const differ = (told: readonly string[], real: readonly string[]): string[] => [
  ...real.filter((one) => !told.includes(one)).map((one) => `leaves out ${one}`),
  ...told.filter((one) => !real.includes(one)).map((one) => `names ${one}`),
];

const declared = /\bslot<[\s\S]*?>\(\s*'([^']+)'/g;
const slotsOf = (name: string, sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => path.startsWith(`src/contexts/${name}/server/`))
    .flatMap(({ text }) => [...text.matchAll(declared)].map(([, slot = '']) => slot));

/** Differences between a context's README and its module. */
export const drifted = (contexts: readonly Context[], sources: readonly Source[]): string[] =>
  contexts.flatMap(({ name, owns, needs, readme }) => {
    const slots = lineOf(readme, 'Slots for others').toLowerCase();
    return [
      ...differ(tablesIn(lineOf(readme, 'Owns')), owns).map((what) => `owned tables: ${what}`),
      ...differ(needsIn(lineOf(readme, 'Needs')), needs).map((what) => `needs: ${what}`),
      ...slotsOf(name, sources).flatMap((slot) =>
        slots.includes(slot) ? [] : [`slots: leaves out ${slot}`],
      ),
    ].map((what) => `contexts/${name}/README.md, ${what}`);
  });

/** Differences between the table of contexts in `docs/ARCHITECTURE.md` and the modules. */
export function driftedMap(contexts: readonly Context[], map: string): string[] {
  const rows = [...map.matchAll(/^\| `(\w+)` +\|[^|]*\| *([^|]*?) *\|$/gm)].filter(([, name = '']) =>
    contexts.some((one) => one.name === name),
  );
  const names = rows.map(([, name = '']) => name);
  const order = contexts.map(({ name }) => name);
  if (names.join() !== order.join())
    return [`docs/ARCHITECTURE.md lists ${names.join(', ')}, not ${order.join(', ')}`];
  return contexts.flatMap(({ name, needs }, i) =>
    differ(needsIn(rows[i]?.[2] ?? ''), needs).map(
      (what) => `docs/ARCHITECTURE.md, needs of ${name}: ${what}`,
    ),
  );
}
