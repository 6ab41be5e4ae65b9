import type { Field, Value, Values } from '../fields.ts';
import css from './quick-values.module.css';

/** One-tap values, thumb-sized. */
export function QuickValues({
  field: { label, quick },
  value,
  values,
  onChange,
}: {
  field: Pick<Field, 'label' | 'quick'>;
  value: string;
  values: Values;
  onChange: (value: Value) => void;
}) {
  const offered = typeof quick === 'function' ? quick(values) : (quick ?? []);
  if (offered.length === 0) return null;
  return (
    <fieldset className={css.row} data-quick data-days={offered.some(({ about }) => about) || undefined}>
      <legend className={css.legend}>{label}</legend>
      {offered.map((one) => (
        <button
          key={one.label}
          type="button"
          className={css.chip}
          aria-pressed={value === one.value}
          onClick={() => onChange(one.value)}
        >
          {one.label}
          {one.about && <small aria-hidden="true">{one.about}</small>}
        </button>
      ))}
    </fieldset>
  );
}
