/** Endpoint with the options of an id: the kit has no domain, so the application registers it on demand. */
import { use } from 'react';
import type { Actor } from '#kernel/contract/access.ts';
import type { Endpoint } from '#kernel/contract/endpoint.ts';

/** A screen by its address and title. */
interface Home {
  path: string;
  title: string;
}
export interface KitEndpoints {
  dropdowns: Readonly<Record<string, Endpoint>>;
  /** Those of them that hardly ever change. */
  lasting: readonly Endpoint[];
  unique: Endpoint;
  /** Where choices of a dropdown are added, if this person may open it. `within`: the field that narrows them. */
  homeOf: (name: string, within: string | undefined, actor: Actor) => Home | undefined;
}
let load: (() => Promise<KitEndpoints>) | undefined;
let known: KitEndpoints | undefined;
let learning: Promise<void> | undefined;

/** Registers the application's endpoints; many screens never need them. */
export const teachKit = (from: () => Promise<KitEndpoints>): void => void (load = from);

async function learn(): Promise<void> {
  known = await load?.();
  if (!known) throw new Error('the kit was not told which dropdowns there are');
}

/** Starts loading before the first render; failures surface there. */
export function learnSoon(): void {
  if (load && !learning) (learning = learn()).catch(() => undefined);
}

/**
 * Suspends until the endpoints are registered, as a screen suspends for its files. Not a top-level `await`: WebKit
 * exposes such a module before it has finished (bug 242740). Called in every render: React replays a suspended one,
 * and hooks after a skipped `use` are an error.
 */
export function useKit(): void {
  learning ??= learn();
  use(learning);
}

export function dropdownOf(name: string): Endpoint {
  const found = known?.dropdowns[name];
  if (!found) throw new Error(`no dropdown is known for ${name}`);
  return found;
}

export const homeOf = (...asked: Parameters<KitEndpoints['homeOf']>): Home | undefined =>
  known?.homeOf(...asked);
export const uniqueEndpoint = (): Endpoint | undefined => known?.unique;
/** Dropdowns are fresh for ten minutes, some for eight hours (document 1, section 9; G181). */
export const freshFor = (dropdown: Endpoint): number =>
  known?.lasting.includes(dropdown) ? 8 * 3_600_000 : 600_000;
