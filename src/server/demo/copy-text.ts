/** Rows in the text format of COPY: tabs between values, \N for null. */
type Cell = string | number | boolean | null;

const special = /[\\\t\n\r]/;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function cell(value: Cell | undefined): string {
  if (typeof value === 'string')
    return special.test(value) ? value.replace(/[\\\t\n\r]/g, (c) => escapes[c] ?? c) : value;
  if (value === null || value === undefined) return '\\N';
  if (value === true) return 't';
  return value === false ? 'f' : String(value);
}

/** One line for each row; a column the row lacks is null. */
export function copyText(rows: readonly object[], columns: readonly string[]): string {
  let text = '';
  for (const row of rows) {
    const cells = row as Readonly<Record<string, Cell>>;
    for (let i = 0; i < columns.length; i += 1) text += (i ? '\t' : '') + cell(cells[columns[i] as string]);
    text += '\n';
  }
  return text;
}
