/** What a process keeps in memory of a database. One process may serve several: each has its own. */
import type { Tx } from './database.ts';

/** `make` once for each database; asked with any of its connections. */
export function keptOf<T>(make: () => T): (tx: Pick<Tx, 'home'>) => T {
  const all = new WeakMap<object, { kept: T }>();
  return ({ home }) => {
    const known = all.get(home) ?? { kept: make() };
    all.set(home, known);
    return known.kept;
  };
}
