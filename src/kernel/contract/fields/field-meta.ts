/** Metadata of a contract field, and its registry. */
import * as z from 'zod/mini';

export type FieldKind =
  | 'text'
  | 'note'
  | 'secret'
  | 'email'
  | 'mobile'
  | 'phone'
  | 'pincode'
  | 'gstin'
  | 'colour'
  | 'day'
  | 'clock'
  | 'months'
  | 'instant'
  | 'number'
  | 'rupees'
  | 'flag'
  | 'choice'
  | 'id'
  | 'ids'
  | 'key';

export interface FieldMeta {
  kind: FieldKind;
  /** Unique without case; the form checks it at the server, the database guarantees it. */
  unique?: boolean;
  /** The domain of the dropdown for this id. */
  ref?: string;
  options?: readonly string[];
}

const registry = z.registry<FieldMeta>();
export const as = <S extends z.ZodMiniType>(schema: S, meta: FieldMeta): S => {
  registry.add(schema, meta);
  return schema;
};

/** Removes optional, nullable and default wrappers. */
export function bare(schema: z.ZodMiniType): z.ZodMiniType {
  const def = schema._zod.def as { type: string; innerType?: z.ZodMiniType };
  return (def.type === 'optional' || def.type === 'nullable' || def.type === 'default') && def.innerType
    ? bare(def.innerType)
    : schema;
}

/** Metadata of a field, through optional and nullable; undefined for a plain zod schema. */
export const metaOf = (schema: z.ZodMiniType): FieldMeta | undefined => registry.get(bare(schema));
