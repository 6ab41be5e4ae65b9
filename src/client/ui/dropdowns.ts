/** Which endpoint offers the values of an id: the kit knows no domain, so the application tells it once. */
import type { Endpoint } from '#contract/kernel/endpoint.ts';

const known = new Map<string, Endpoint>();
const lasting = new Set<Endpoint>();
let uniqueCheck: Endpoint | undefined;

export function teachKit(o: {
  dropdowns: Readonly<Record<string, Endpoint>>;
  /** Those of them that hardly ever change. */
  lasting: readonly Endpoint[];
  unique: Endpoint;
}): void {
  for (const [name, endpoint] of Object.entries(o.dropdowns)) known.set(name, endpoint);
  for (const endpoint of o.lasting) lasting.add(endpoint);
  uniqueCheck = o.unique;
}

export function dropdownOf(name: string): Endpoint {
  const found = known.get(name);
  if (!found) throw new Error(`no dropdown is known for ${name}`);
  return found;
}

export const uniqueEndpoint = (): Endpoint | undefined => uniqueCheck;
/** Dropdowns are fresh for ten minutes, some for eight hours (document 1, section 9; G181). */
export const freshFor = (dropdown: Endpoint): number => (lasting.has(dropdown) ? 8 * 3_600_000 : 600_000);
