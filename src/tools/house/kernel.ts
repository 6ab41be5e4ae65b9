/** The server kernel contains only what contexts use; opening and starting is in the app (decision 076). */
import type { Source } from '../../../tests/architecture/source.ts';

const isKernelServer = (path: string): boolean => path.startsWith('src/kernel/server/');
const mostLines = 2400;

/** Kernel files unreachable from any context; includes types, because readers navigate them too. */
export function unreached(sources: readonly Source[]): string[] {
  const all = new Map(sources.map((one) => [one.path, one]));
  const reached = new Set<string>();
  const waiting = sources.filter(({ path }) => path.startsWith('src/contexts/'));
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    if (reached.has(one.path)) continue;
    reached.add(one.path);
    waiting.push(...one.imports.flatMap(({ to }) => all.get(to) ?? []));
  }
  return [...all.keys()].filter((path) => isKernelServer(path) && !reached.has(path));
}

export function tooLarge(sources: readonly Source[]): string[] {
  const lines = sources
    .filter(({ path }) => isKernelServer(path))
    .reduce((all, { text }) => all + text.trimEnd().split('\n').length, 0);
  return lines > mostLines ? [`${lines} lines, more than ${mostLines}`] : [];
}
