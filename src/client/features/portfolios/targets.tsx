import { portfoliosText as say } from '#text/en/portfolios.ts';
import { money } from '#client/ui/format.ts';
import css from './portfolios.module.css';

interface Target {
  month: number;
  year: number;
  target: number;
}
const two = (n: number): string => String(n).padStart(2, '0');

/** What the allocations of this portfolio aim at; it is set in the allocation hierarchy. */
export const Targets = ({ of }: { of: readonly Target[] }) => (
  <section className={css.targets} aria-label={say.targets}>
    <h3>{say.targets}</h3>
    {of.length === 0 ? (
      <p>{say.noTargets}</p>
    ) : (
      <ul>
        {of.map(({ month, year, target }) => (
          <li key={`${year}-${month}`}>
            <span>{`${two(month)}-${year}`}</span>
            <b>{money(target)}</b>
          </li>
        ))}
      </ul>
    )}
  </section>
);
