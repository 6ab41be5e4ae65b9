import css from './borrower.module.css';

export type Fact = readonly [label: string, value: string | null | undefined];

/** What is known; what is not known takes no room. */
export function Facts({ title, facts, empty }: { title: string; facts: readonly Fact[]; empty?: string }) {
  const known = facts.filter(([, value]) => value);
  return (
    <section className={css.box}>
      <h2>{title}</h2>
      {known.length === 0 && empty && <p className={css.none}>{empty}</p>}
      <dl className={css.facts}>
        {known.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
