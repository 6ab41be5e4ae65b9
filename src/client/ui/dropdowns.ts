/** Which endpoint offers the values of an id: the kit knows no domain, so the application tells it when it is asked. */
import type { Endpoint } from '#contract/kernel/endpoint.ts';

export interface KitEndpoints {
  dropdowns: Readonly<Record<string, Endpoint>>;
  /** Those of them that hardly ever change. */
  lasting: readonly Endpoint[];
  unique: Endpoint;
}
let load: (() => Promise<KitEndpoints>) | undefined;
let known: KitEndpoints | undefined;

/** How the kit gets what it must know; many screens never ask. */
export const teachKit = (from: () => Promise<KitEndpoints>): void => void (load = from);

/** Awaited by whatever offers choices, before it is drawn. */
export async function learnKit(): Promise<void> {
  known ??= await load?.();
}

export function dropdownOf(name: string): Endpoint {
  const found = known?.dropdowns[name];
  if (!found) throw new Error(`no dropdown is known for ${name}`);
  return found;
}

export const uniqueEndpoint = (): Endpoint | undefined => known?.unique;
/** Dropdowns are fresh for ten minutes, some for eight hours (document 1, section 9; G181). */
export const freshFor = (dropdown: Endpoint): number =>
  known?.lasting.includes(dropdown) ? 8 * 3_600_000 : 600_000;
