import { portfoliosText as say } from '#contexts/lenders/text/en/portfolios.ts';
import { money } from '#kernel/ui/parts/values/format.ts';
import { monthText } from '#kernel/ui/parts/values/months.ts';
import css from './portfolios.module.css';

interface Target {
  month: number;
  year: number;
  target: number;
}

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
            <span>{monthText({ month, year })}</span>
            <b>{money(target)}</b>
          </li>
        ))}
      </ul>
    )}
  </section>
);
