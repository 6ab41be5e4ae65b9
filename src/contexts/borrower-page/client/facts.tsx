import { kitText } from '#text/en/kit.ts';
import css from './borrower.module.css';

/** Null: there is none. Undefined: not available on this device. */
export type Fact = readonly [label: string, value: string | null | undefined];

interface Props {
  title: string;
  facts: readonly Fact[];
  /** The sentence where there is none of them. */
  empty?: string;
}
/** Existing values only; missing ones need no space, and uncached ones are named. */
export function Facts({ title, facts, empty }: Props) {
  const known = facts.filter(([, value]) => value);
  const away = facts.filter(([, value]) => value === undefined).map(([label]) => label);
  return (
    <section className={css.box}>
      <h2>{title}</h2>
      {known.length === 0 && away.length === 0 && empty && <p className={css.none}>{empty}</p>}
      <dl className={css.facts}>
        {known.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {away.length > 0 && <p className={css.none}>{kitText.notOfflineParts(away.join(', '))}</p>}
    </section>
  );
}
