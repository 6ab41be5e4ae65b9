/** Starts modules in their order: what each provides, then the slots, then what they answer and do. */
import { plainMasters } from '#kernel/server/database/plain-master.ts';
import type { Route } from '#kernel/server/http/implement.ts';
import { guardSlot } from '#kernel/server/slots.ts';
import type { Fill, Host, Module, Slot } from '#kernel/server/module.ts';

class ModuleFault extends Error {}

/** Fails with a message: duplicate names, shared tables, dependencies out of order. */
export function checkModules(modules: readonly Module[]): void {
  const owner = new Map<string, string>();
  const names = new Set<string>();
  for (const { name, needs, owns } of modules) {
    if (names.has(name)) throw new ModuleFault(`Two modules are called ${name}.`);
    for (const need of needs)
      if (!names.has(need)) throw new ModuleFault(`${name} needs ${need}, which does not stand before it.`);
    for (const table of owns) {
      const other = owner.get(table);
      if (other) throw new ModuleFault(`${name} and ${other} both own the table ${table}.`);
      owner.set(table, name);
    }
    names.add(name);
  }
}

export interface Started extends Pick<Host, 'only' | 'filled'> {
  routes: readonly Route[];
  /** Every module with what it may use. */
  each<T>(part: (declared: Module['declared'], o: never) => T): T[];
}

export async function startModules(
  modules: readonly Module[],
  given: Omit<Host, 'filled' | 'only' | 'routes'>,
): Promise<Started> {
  checkModules(modules);
  const fills: Fill[] = [];
  const routes: Route[] = [];
  const filled = <T>(from: Slot<T>): readonly T[] =>
    fills.filter(({ slot }) => slot === from).flatMap((one) => one.with as readonly T[]);
  const host: Host = {
    ...given,
    filled,
    only<T>(from: Slot<T>) {
      const things = filled(from);
      if (things.length !== 1)
        throw new ModuleFault(`The slot "${from.name}" holds ${things.length} things; it must hold one.`);
      return things[0] as T;
    },
    routes: () => routes,
  };
  const ports: Record<string, object> = {};
  const contexts: { declared: Module['declared']; o: never }[] = [];
  for (const { name, needs, declared } of modules) {
    const needed = Object.fromEntries(needs.map((need) => [need, ports[need]]));
    const o = { ...host, ...needed } as Host & Record<string, object>;
    const own = (await declared.provides?.(o)) ?? {};
    ports[name] = own;
    contexts.push({ declared, o: { ...o, own } as never });
  }
  for (const { declared, o } of contexts) fills.push(...(declared.fills?.(o) ?? []));
  for (const { declared, o } of contexts) {
    const own = declared.routes?.(o) ?? [];
    const all = [...own, ...(await plainMasters(declared.masters ?? [], own))];
    routes.push(...all.map((route) => filled(guardSlot).reduce((one, guard) => guard(one), route)));
  }
  return {
    routes,
    filled,
    only: host.only,
    each: (part) => contexts.map(({ declared, o }) => part(declared, o)),
  };
}
