/** Rows in the text format of COPY. */
type Cell = string | number | boolean | null;

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function cellOf(value: Cell | undefined): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string') return value.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  return String(value);
}

/** One line of these values. */
export const copyLine = (values: readonly (Cell | undefined)[]): string =>
  `${values.map(cellOf).join('\t')}\n`;

/** One line for each row; a column the row lacks is null. */
export const copyLines = (rows: readonly object[], columns: readonly string[]): string =>
  rows
    .map((row) => copyLine(columns.map((column) => (row as Readonly<Record<string, Cell>>)[column])))
    .join('');
