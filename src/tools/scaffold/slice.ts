import type { SliceField } from './fields.ts';
import type { Names } from './names.ts';

/** Definition of the slice. */
export interface Slice {
  /** The context it belongs to. */
  context: string;
  names: Names;
  fields: readonly SliceField[];
  /** Path of the API and of the screen. */
  path: string;
  screen: string;
  flags: { list: string; create: string; edit: string; dropdown: string | undefined };
  /** The toasts: the specification's where it has them. */
  says: { created: string; updated: string };
  /** Rows can be deactivated. */
  isActive: boolean;
  /** What the table lacks, when there is one already. */
  lacking: readonly SliceField[] | undefined;
  migration: string;
}

/** Files by path from the project's root. */
export type Files = Record<string, string>;

export const contractPath = ({ context, names }: Slice): string =>
  `src/contexts/${context}/contract/${names.many}.ts`;
export const screenPath = ({ context, names }: Slice): string =>
  `src/contexts/${context}/client/${names.many}/${names.many}.screen.tsx`;

export const first = ({ fields }: Slice): SliceField => {
  const [label] = fields;
  if (!label) throw new Error('a slice has at least one field');
  return label;
};

export const sorts = ({ fields }: Slice): string =>
  fields
    .filter(({ isSortable }) => isSortable)
    .map(({ name }) => `'${name}'`)
    .join(', ');

export const labels = (fields: readonly SliceField[]): string =>
  fields.map(({ name, label }) => `  ${name}: '${label}',`).join('\n');

export const columns = (fields: readonly SliceField[]): string =>
  fields.map(({ name, shows }) => `    col.${shows}('${name}', say.${name}),`).join('\n');

/** What the columns mean in the catalogue: to be written better than the label does. */
export const commentsOf = ({ names }: Slice, fields: readonly SliceField[]): string =>
  fields
    .map(({ snake, label, uses }) => {
      const unit = uses.includes('rupees') ? ', paise' : '';
      return `comment on column ${names.snake}.${snake} is '${label}${unit}.';\n`;
    })
    .join('');

/** Extends a table of an earlier migration; a default covers existing rows. */
export const addColumns = (slice: Slice): string => {
  const { names, lacking = [] } = slice;
  return lacking
    .map(({ snake, column }) => {
      const isSaid = column.includes('default');
      const none = column.startsWith('text') ? `''` : column.startsWith('date') ? 'current_date' : `'0'`;
      return `alter table ${names.snake} add column ${snake} ${column}${isSaid ? '' : ` default ${none}`};\n`;
    })
    .join('')
    .concat(commentsOf(slice, lacking));
};
