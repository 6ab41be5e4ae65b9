/** Localised texts: English is complete and defines the type; another locale is merged into it. */
type Words = { [name: string]: string | ((...facts: never[]) => string) | Words };
export type Overlay<W> = {
  [K in keyof W]?: W[K] extends (...facts: never[]) => string
    ? W[K]
    : W[K] extends string
      ? string
      : Overlay<W[K]>;
};

const registered = new Map<string, Words>();
const overlays = new Map<string, Words>();

function lay(over: Words, base: Words): void {
  for (const [name, words] of Object.entries(over)) {
    const below = base[name];
    if (typeof words === 'object' && typeof below === 'object') lay(words, below);
    else base[name] = words;
  }
}

/** Registers the English texts of a domain; returns the selected language once loaded. */
export function localised<const W extends Words>(domain: string, words: W): W {
  const copy = structuredCopy(words);
  registered.set(domain, copy);
  const overlay = overlays.get(domain);
  if (overlay) lay(overlay, copy);
  return copy as W;
}

/** Merges another language into English; called once at start, before the first screen renders. */
export function speak(language: Record<string, Words>): void {
  for (const [domain, words] of Object.entries(language)) {
    overlays.set(domain, words);
    const base = registered.get(domain);
    if (base) lay(words, base);
  }
}

/** The English of every domain that was declared, for the tests. */
export const declared: ReadonlyMap<string, Words> = registered;

/** Every sentence of every declared domain, for the specification tests and the map. */
export function allWords(): string[] {
  const found: string[] = [];
  const walk = (words: Words): void => {
    for (const word of Object.values(words)) {
      if (typeof word === 'string') found.push(word);
      else if (typeof word === 'object') walk(word);
      else found.push(...spoken(word));
    }
  };
  for (const words of registered.values()) walk(words);
  return found;
}

/** A parametrised text with parameters as `{}`; empty for incompatible parameters. */
function spoken(word: (...facts: never[]) => string): string[] {
  try {
    return [word(...(Array.from({ length: word.length }, () => '{}') as never[]))];
  } catch {
    return [];
  }
}

function structuredCopy(words: Words): Words {
  return Object.fromEntries(
    Object.entries(words).map(([name, word]) => [
      name,
      typeof word === 'object' ? structuredCopy(word) : word,
    ]),
  );
}
