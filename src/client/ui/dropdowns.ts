/** Which endpoint offers the values of an id: the kit knows no domain, so the application tells it once. */
import type { Endpoint } from '#contract/kernel/endpoint.ts';

const known = new Map<string, Endpoint>();
let uniqueCheck: Endpoint | undefined;

export function teachKit(o: { dropdowns: Readonly<Record<string, Endpoint>>; unique: Endpoint }): void {
  for (const [name, endpoint] of Object.entries(o.dropdowns)) known.set(name, endpoint);
  uniqueCheck = o.unique;
}

export function dropdownOf(name: string): Endpoint {
  const found = known.get(name);
  if (!found) throw new Error(`no dropdown is known for ${name}`);
  return found;
}

export const uniqueEndpoint = (): Endpoint | undefined => uniqueCheck;
/** Dropdowns are fresh for ten minutes (document 1, section 9). */
export const dropdownFresh = 600_000;
