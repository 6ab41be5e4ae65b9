/** Repeated schemas appear once, under `components`. */

export type Schema = { readonly [key: string]: unknown };
type Json = Schema | readonly unknown[];

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
/** Keys under `properties` are arbitrary names; a schema is recognised by its values. */
const isSchema = (value: Json): boolean =>
  !Array.isArray(value) &&
  ['type', 'anyOf', 'enum'].some((key) => {
    const part = (value as Schema)[key];
    return typeof part === 'string' || Array.isArray(part);
  });

/** Shorter ones are not worth a reference. */
const least = 70;
const pascal = (text: string): string =>
  text.replace(/(^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, __, first: string) => first.toUpperCase());

/** `Name`, or `Name2` if in use. */
function freeName(wanted: string, taken: object): string {
  let free = wanted;
  for (let n = 2; free in taken; n += 1) free = `${wanted}${n}`;
  return free;
}

/** Parameters and responses shared under `components`. */
export class Whole {
  readonly components: Record<string, unknown> = {};
  private readonly names = new Map<string, string>();
  private readonly seen = new Map<string, number>();
  private readonly place: string;
  constructor(place: string) {
    this.place = place;
  }

  /** Registers an object; it is shared only when it occurs more than once. */
  count(value: object): void {
    const text = JSON.stringify(value);
    this.seen.set(text, (this.seen.get(text) ?? 0) + 1);
  }

  /** Returns the object itself if it occurs once; `as` is its written form. */
  referOften(value: object, name: string, as = value): object {
    return (this.seen.get(JSON.stringify(value)) ?? 0) > 1 ? this.refer(value, name, as) : as;
  }

  refer(value: object, name: string, as = value): { $ref: string } {
    const text = JSON.stringify(value);
    const known = this.names.get(text) ?? freeName(pascal(name), this.components);
    this.names.set(text, known);
    this.components[known] = as;
    return { $ref: `#/components/${this.place}/${known}` };
  }
}

export class Shared {
  readonly components: Record<string, unknown> = {};
  private readonly seen = new Map<string, number>();
  private readonly names = new Map<string, string>();

  /** Named schemas. */
  constructor(known: Readonly<Record<string, Schema>>) {
    for (const [name, schema] of Object.entries(known)) {
      this.components[name] = schema;
      this.names.set(JSON.stringify(schema), name);
    }
  }

  /** Registers a schema and, the first time, its parts. */
  count(value: unknown): void {
    if (!isObject(value)) return;
    if (isSchema(value)) {
      const text = JSON.stringify(value);
      const times = (this.seen.get(text) ?? 0) + 1;
      this.seen.set(text, times);
      if (times > 1) return;
    }
    for (const part of Object.values(value)) this.count(part);
  }

  /** The schema with references; `always`: a component even if it occurs once. */
  refer(value: unknown, name: string, always = false): unknown {
    if (!isObject(value)) return value;
    const text = JSON.stringify(value);
    const isOften = text.length >= least && (always || (this.seen.get(text) ?? 0) > 1);
    const isShared = isSchema(value) && (isOften || this.names.has(text));
    return isShared
      ? { $ref: `#/components/schemas/${this.named(text, value, name)}` }
      : this.within(value, name);
  }

  private named(text: string, value: Json, name: string): string {
    const known = this.names.get(text);
    if (known) return known;
    const free = freeName(pascal(name), this.components);
    this.names.set(text, free);
    this.components[free] = true;
    this.components[free] = this.within(value, name);
    return free;
  }

  /** Its parts with references, itself as it is. */
  within(value: Json, name: string): unknown {
    if (Array.isArray(value)) return value.map((part: unknown) => this.refer(part, name));
    const { properties, ...rest } = value as Schema;
    const told = Object.entries(rest).map(([key, part]) => [key, this.refer(part, name)]);
    if (isObject(properties))
      told.push([
        'properties',
        Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, this.refer(part, key)])),
      ]);
    return Object.fromEntries(told);
  }
}
