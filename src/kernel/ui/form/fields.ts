/** Typed form fields: the endpoint's input type determines the field. */
import type { Endpoint, Input } from '#kernel/contract/endpoint.ts';
import type { ComponentType } from 'react';
import { type FieldMeta, metaOf } from '#kernel/contract/field.ts';
import { kitText } from '#text/en/kit.ts';
import * as z from 'zod/mini';
import { clockText } from '../parts/values/format.ts';
import { plainAmount, typedRupees } from './inputs/amount.ts';
import { typedMoment } from './inputs/typed-day.ts';

export type Look =
  | 'text'
  | 'area'
  | 'time'
  | 'day'
  | 'dayTime'
  | 'money'
  | 'number'
  | 'choice'
  | 'pick'
  | 'flag'
  | 'colour'
  | 'drawn'
  | 'fact';
export type Value = string | boolean;
export type Values = Readonly<Record<string, Value>>;

export interface Choice {
  value: string;
  label: string;
  disabled?: boolean;
}
export interface Quick {
  label: string;
  value: string;
  /** Small text below it, such as the date of Tomorrow. */
  about?: string;
  /** Why it cannot be chosen. */
  why?: string | undefined;
}
/** A picture of a choice: an icon of the set. */
export type Picture = ComponentType<{ size: number; stroke: number; 'aria-hidden': 'true' }>;
/** A field rendered by the screen: its value is a text, converted by `reads` for the request. */
interface OwnField {
  draw: ComponentType<OwnFieldProps>;
  reads: (text: string) => unknown;
  /** The sentence when it does not fit the others. */
  wrong: (text: string, values: Values) => string | undefined;
}
export interface OwnFieldProps {
  label: string;
  name: string;
  value: string;
  values: Values;
  fault: string | undefined;
  onChange: (text: string) => void;
}
interface Options {
  drawn?: OwnField;
  /** Message when empty; the generic one unless the specification has another. */
  needed?: string;
  /** Earliest and latest day. */
  min?: string;
  max?: string;
  /** Another field that filters this one's options; when it changes, this one is cleared. */
  within?: string;
  /** May depend on the other values. */
  choices?: readonly Choice[] | ((values: Values) => readonly Choice[]);
  /** May depend on the other values. */
  hint?: string | ((values: Values) => string | undefined);
  /** One-tap values; may depend on the other values. */
  quick?: readonly Quick[] | ((values: Values) => readonly Quick[]);
  /** Shows one-tap options as pictures; others are one tap further. */
  picture?: (value: string, label: string) => Picture;
  /** What the form is about: an amount written large. */
  isLarge?: boolean;
  /** A default computed from the other values, until the user changes it. */
  suggest?: (values: Values) => Value | undefined;
  /** The values that come with one of this field's; may depend on the others. */
  lays?: (value: Value, values: Values) => Values;
  /** Starts a section of the form with this title. */
  heading?: string;
  /** Read-only once the row has a value. */
  fixed?: boolean;
  /** For new rows only. */
  onlyNew?: boolean;
  /** By default as in the contract; may depend on the other values. */
  required?: boolean | ((values: Values) => boolean);
  /** Shown only under this condition; otherwise not sent. */
  show?: (values: Values) => boolean;
  /** The value the others force on it, which cannot be changed then. */
  lock?: (values: Values) => Value | undefined;
  /** Initial value of a new row's form. */
  initial?: Value;
  /** Filters always sent with the request for choices, such as only active ones. */
  asks?: Readonly<Record<string, string>>;
  /** Maximum number of values in a multi-value field. */
  most?: number;
}
export interface Field extends Options {
  name: string;
  label: string;
  look: Look;
  meta: FieldMeta | undefined;
  schema: z.ZodMiniType;
  isRequired: boolean;
}

/** Fields for these values: hidden ones omitted, forced values filled in. */
export function formOf(
  fields: readonly Field[],
  typed: Values,
): { shown: readonly Field[]; values: Values; locked: ReadonlySet<string> } {
  const forced = fields.flatMap((field) => {
    const value = field.lock?.(typed);
    return value === undefined ? [] : [[field.name, value] as const];
  });
  const values = { ...typed, ...Object.fromEntries(forced) };
  const shown = fields
    .filter(({ show }) => !show || show(values))
    .map((field) =>
      typeof field.required === 'function' ? { ...field, isRequired: field.required(values) } : field,
    );
  return { shown, values, locked: new Set(forced.map(([name]) => name)) };
}

/** Whether the user changed a field; computed values are excluded. */
export function isChanged(fields: readonly Field[], start: Values, typed: Values): boolean {
  const before = formOf(fields, start).values;
  const { shown, values } = formOf(fields, typed);
  return shown.some(({ name }) => (values[name] ?? '') !== (before[name] ?? ''));
}

/** Values after a change: dependent fields are cleared or suggested again. */
export function valuesAfter(fields: readonly Field[], typed: Values, change: Values): Values {
  const laid = Object.assign(
    {},
    ...fields.map(({ name, lays }) => lays && name in change && lays(change[name] ?? '', typed)),
    change,
  ) as Values;
  const next: Record<string, Value> = { ...typed, ...laid };
  for (const { within, name } of fields) if (within && within in change && !(name in laid)) next[name] = '';
  for (const { name, suggest, show } of fields) {
    if (!suggest || name in laid || (show && !show(next))) continue;
    // The user's input is preserved.
    const isTheirs = (next[name] ?? '') !== '' && next[name] !== suggest(typed);
    if (!isTheirs) next[name] = suggest(next) ?? next[name] ?? '';
  }
  return next;
}

/** Something to be read among the fields; nothing of it is sent. */
export const factField = (name: string, label: string, value: string, show?: Field['show']): Field => ({
  name,
  label,
  look: 'fact',
  meta: undefined,
  schema: z.optional(z.string()),
  isRequired: false,
  lock: () => value,
  show,
});

export function fieldsOf<E extends Endpoint>(endpoint: E) {
  type Name = keyof Input<E> & string;
  const make =
    (look: Look) =>
    (name: Name, label: string, o: Options = {}): Field => {
      const schema = endpoint.takes.shape[name];
      if (!schema) throw new Error(`${endpoint.name} takes no ${name}`);
      return {
        name,
        label,
        look,
        schema,
        meta: metaOf(schema),
        isRequired: typeof o.required === 'boolean' ? o.required : schema._zod.def.type !== 'optional',
        ...o,
      };
    };
  return {
    text: make('text'),
    area: make('area'),
    time: make('time'),
    day: make('day'),
    dayTime: make('dayTime'),
    money: make('money'),
    number: make('number'),
    choice: make('choice'),
    pick: make('pick'),
    flag: make('flag'),
    colour: make('colour'),
    drawn: make('drawn'),
  };
}

const isChosen = (look: Look): boolean => look === 'choice' || look === 'pick';

/** Wire value; undefined when empty and optional. */
export function wireOf({ look, schema, meta, drawn }: Field, value: Value | undefined): unknown {
  if (look === 'flag') return value === true;
  if (look === 'fact') return undefined;
  const text = typeof value === 'string' ? value : '';
  if (drawn) return text === '' ? undefined : drawn.reads(text);
  // An emptied text or choice is sent as such, else it could never be cleared.
  if (meta?.kind === 'ids') return text === '' ? [] : text.split(',').map(Number);
  if (text.trim() === '') return acceptsNull(schema) ? null : meta?.kind === 'note' ? '' : undefined;
  if (look === 'money') return typedRupees(text);
  if (look === 'number' || meta?.kind === 'id' || meta?.kind === 'number') return Number(plainAmount(text));
  // An invalid timestamp is sent unchanged, for the endpoint to reject.
  return look === 'dayTime' && typedMoment(text) ? new Date(`${text}:00+05:30`).toISOString() : text;
}

function acceptsNull(schema: z.ZodMiniType): boolean {
  const def = schema._zod.def as { type: string; innerType?: z.ZodMiniType };
  return def.type === 'nullable' || (def.innerType !== undefined && acceptsNull(def.innerType));
}

/** The sentence under a field, or undefined when it is right. */
export function faultOf(field: Field, value: Value | undefined, values: Values = {}): string | undefined {
  const sent = wireOf(field, value);
  const { label, isRequired, needed, meta, min, max } = field;
  const isEmpty = sent === undefined || sent === null || sent === '';
  if (isEmpty || (Array.isArray(sent) && sent.length === 0))
    return isRequired
      ? (needed ?? (isChosen(field.look) ? kitText.pleaseSelect(label) : kitText.required(label)))
      : undefined;
  if (typeof sent === 'number' && Number.isNaN(sent)) return kitText.wrong(label);
  const isOutside = typeof sent === 'string' && ((min && sent < min) || (max && sent > max));
  if (field.look === 'day' && isOutside) return kitText.wrong(label);
  const { error } = z.safeDecode(field.schema, sent as never);
  if (!error) return field.drawn?.wrong(String(value), values);
  const issue = error.issues[0];
  if (issue?.code === 'too_big' && issue.origin === 'string') return kitText.tooLong(Number(issue.maximum));
  return meta?.kind === 'email' ? kitText.email : kitText.wrong(label);
}

/** Form value of a row's field. */
export function valueOf({ look }: Field, sent: unknown): Value {
  if (look === 'flag') return sent === true;
  if (typeof sent === 'number' || Array.isArray(sent)) return String(sent);
  if (typeof sent !== 'string') return '';
  return look === 'dayTime' ? clockText(sent) : sent;
}
