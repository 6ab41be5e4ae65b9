/** Import cycles: files that reach each other. Includes types, because readers navigate them too. */
import type { Source } from '../../../tests/architecture/source.ts';

/** Lists of what can be opened name screens by their address: opening one is no need of the list. */
const opens = /^src\/(app|contexts\/[^/]+)\/(client\/module|masters)\.ts$/;

export function circlesIn(sources: readonly Source[]): string[][] {
  const next = new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.filter(({ isLazy }) => !(isLazy && opens.test(path))).map(({ to }) => to),
    ]),
  );
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const waiting: string[] = [];
  const found: string[][] = [];
  /** Tarjan's strongly connected components. */
  const visit = (path: string): number => {
    const at = order.size;
    order.set(path, at);
    waiting.push(path);
    let low = at;
    for (const to of next.get(path) ?? []) {
      if (!next.has(to)) continue;
      if (!order.has(to)) low = Math.min(low, visit(to));
      else if (waiting.includes(to)) low = Math.min(low, lowest.get(to) ?? order.get(to) ?? low);
    }
    lowest.set(path, low);
    if (low === at) {
      const circle = waiting.splice(waiting.indexOf(path));
      if (circle.length > 1) found.push(circle.toSorted());
    }
    return low;
  };
  for (const path of next.keys()) if (!order.has(path)) visit(path);
  return found.toSorted((a, b) => b.length - a.length);
}
