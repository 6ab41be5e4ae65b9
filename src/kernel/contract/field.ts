/** Value types on the wire. A field declares its content once; checks, form inputs and filters derive from it. */
import * as z from 'zod/mini';
import { type RoleType, roleTypeFrom, roleTypes } from './access.ts';
import { isGstin } from './fields/gstin.ts';
import { type FieldKind, type FieldMeta, as, bare, metaOf } from './fields/field-meta.ts';
import { decodeJson } from './fields/json-text.ts';

export { as, bare, metaOf, type FieldKind, type FieldMeta };
export { email, loanNumber, mobile, phone, pincode, reference } from './fields/identity-fields.ts';

const isOneLine = z.regex(/^\P{Cc}*$/u);
/** One trimmed, non-empty text; with `isLine` line breaks are rejected. */
export const text = (o: { max?: number; unique?: boolean; isLine?: boolean } = {}) =>
  as(
    z.string().check(z.trim(), z.minLength(1), z.maxLength(o.max ?? 255), ...(o.isLine ? [isOneLine] : [])),
    {
      kind: 'text',
      unique: o.unique,
    },
  );

/** Multi-line trimmed text; may be empty. */
export const note = (o: { max?: number } = {}) =>
  as(z.string().check(z.trim(), z.maxLength(o.max ?? 1000)), { kind: 'note' });

/** A password or token: never trimmed, never logged. */
export const secret = (o: { max?: number } = {}) =>
  as(z.string().check(z.minLength(1), z.maxLength(o.max ?? 512)), { kind: 'secret' });

/** A goods and services tax number with its check digit, in capitals. */
export const gstin = () =>
  as(z.string().check(z.trim(), z.toUpperCase(), z.refine(isGstin)), { kind: 'gstin' });

/** A colour as `#rrggbb`. */
export const colour = () => as(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/)), { kind: 'colour' });

/** A calendar day in Asia/Kolkata, `YYYY-MM-DD`. */
export const day = () => as(z.iso.date().check(z.regex(/^[12]/)), { kind: 'day' });

/** Hours and minutes, `HH:mm`. */
export const clock = () => as(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)), { kind: 'clock' });

export interface Month {
  month: number;
  year: number;
}
const month = z.strictObject({
  month: z.int().check(z.minimum(1), z.maximum(12)),
  year: z.int().check(z.minimum(2000), z.maximum(2100)),
});

/** Several months of the calendar, as JSON text because they travel in an address. */
export const months = (o: { max?: number } = {}) =>
  as(
    z.codec(z.string().check(z.maxLength(2000)), z.array(month).check(z.maxLength(o.max ?? 60)), {
      decode: decodeJson,
      encode: (pairs) => JSON.stringify(pairs),
    }),
    { kind: 'months' },
  );

/** A moment in UTC, ISO 8601. */
export const instant = () =>
  as(z.iso.datetime({ offset: true }).check(z.regex(/^[12]/)), { kind: 'instant' });

export const number = (o: { min?: number; max?: number } = {}) =>
  as(z.int().check(z.minimum(o.min ?? 0), z.maximum(o.max ?? Number.MAX_SAFE_INTEGER)), { kind: 'number' });

const wireRupees = z.number().check(
  z.minimum(-1e11),
  z.maximum(1e11),
  z.refine((r) => Math.abs(r * 100 - Math.round(r * 100)) < 1e-4),
);

/** Money: rupees with two decimals on the wire, integer paise in the server. */
export const rupees = (o: { min?: number } = {}) =>
  as(
    z.codec(wireRupees, z.int().check(z.minimum(o.min === undefined ? -1e13 : o.min * 100)), {
      decode: (r) => Math.round(r * 100),
      encode: (paise) => paise / 100,
    }),
    { kind: 'rupees' },
  );

/** A share: percent with one decimal on the wire, a fraction of one in the server. */
export const percent = (o: { min?: number; max?: number } = {}) =>
  as(
    z.codec(z.number().check(z.minimum(o.min ?? 0), z.maximum(o.max ?? 100)), z.number(), {
      decode: (percents) => Math.round(percents * 10) / 1000,
      encode: (share) => Math.round(share * 1000) / 10,
    }),
    { kind: 'number' },
  );

export const flag = () => as(z.boolean(), { kind: 'flag' });

export const choice = <const T extends readonly [string, ...string[]]>(options: T) =>
  as(z.enum(options), { kind: 'choice', options });

/** A role type in any of the specification's spellings; a subset where others are rejected. */
export const roleType = (of: readonly RoleType[] = roleTypes) =>
  as(
    z.codec(z.string().check(z.maxLength(40)), z.enum(of as typeof roleTypes), {
      decode: (word) => roleTypeFrom(word) ?? (word as RoleType),
      encode: (type) => type,
    }),
    { kind: 'choice', options: of },
  );

/** The number of another row; the server still checks that the caller may see it. */
export const id = (ref?: string) => as(z.int().check(z.minimum(1)), { kind: 'id', ref });

export const ids = (ref?: string, o: { min?: number; max?: number } = {}) =>
  as(z.array(z.int().check(z.minimum(1))).check(z.minLength(o.min ?? 0), z.maxLength(o.max ?? 10_000)), {
    kind: 'ids',
    ref,
  });

/** A path key: the numeric id or the uId of a row (G152). */
export const key = (ref?: string) =>
  as(z.string().check(z.regex(/^(\d{1,15}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/)), {
    kind: 'key',
    ref,
  });

export const optional = z.optional;
export const nullable = z.nullable;
export const object = z.object;
export const array = z.array;

/** One month of the calendar as the specification writes it: `MMYYYY`. */
export const monthOfYear = () => as(z.string().check(z.regex(/^(0[1-9]|1[0-2])20\d\d$/)), { kind: 'choice' });
