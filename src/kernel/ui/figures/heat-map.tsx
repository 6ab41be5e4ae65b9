/** Heat map; each cell has its figures as text and tooltip. */
import css from './figures.module.css';
import { Unseen } from './unseen.tsx';

interface HeatCell {
  /** Between nought and one. */
  heat: number;
  words: string;
}

/** Eight shades can be distinguished; every value above zero has at least the first. */
export const shadeOf = (heat: number): number =>
  heat <= 0 ? 0 : Math.max(1, Math.ceil(Math.min(1, heat) * 8));

export function HeatMap(o: {
  label: string;
  rows: readonly string[];
  columns: readonly string[];
  cell: (row: number, column: number) => HeatCell | undefined;
}) {
  return (
    <table className={css.heat}>
      <caption>
        <Unseen>{o.label}</Unseen>
      </caption>
      <tbody>
        {o.rows.map((row, r) => (
          <tr key={row}>
            <th scope="row">{row}</th>
            {o.columns.map((column, c) => {
              const cell = o.cell(r, c);
              return (
                <td
                  key={column}
                  data-shade={shadeOf(cell?.heat ?? 0)}
                  title={cell && `${row} ${column}: ${cell.words}`}
                >
                  <Unseen>{cell?.words ?? '–'}</Unseen>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td aria-hidden="true" />
          {o.columns.map((column, c) => (
            <th key={column} scope="col" data-quiet={c % 2 === 1 || undefined}>
              {column}
            </th>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
