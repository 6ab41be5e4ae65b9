/** Which endpoint offers the values of an id: the kit knows no domain, so the application tells it when it is asked. */
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

/** How the kit gets what it must know; many screens never ask. */
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
 * Whatever offers choices or asks what is taken waits with this, as a screen waits for its files. Not with an `await`
 * of its module: WebKit hands out a module that waits so before it is finished (bug 242740). Asked in every draw, known
 * or not: React replays what waited, and hooks behind a `use` that is left out the second time are an error.
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
