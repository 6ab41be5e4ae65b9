/** Per-database cache of a process, because one process may serve several. */
import type { Tx } from './database.ts';

/** Calls `make` once per database, for any of its connections. */
export function keptOf<T>(make: () => T): (tx: Pick<Tx, 'home'>) => T {
  const all = new WeakMap<object, { kept: T }>();
  return ({ home }) => {
    const known = all.get(home) ?? { kept: make() };
    all.set(home, known);
    return known.kept;
  };
}
