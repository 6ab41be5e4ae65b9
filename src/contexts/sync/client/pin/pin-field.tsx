import { pinLength } from '#kernel/offline/vault/lock-rules.ts';
import css from './pin.module.css';

interface Props {
  name: string;
  label: string;
  value: string;
  fault?: string;
  disabled?: boolean;
  onChange: (digits: string) => void;
}

/** PIN input: six digits from the numeric keyboard, hidden; ignored by password managers. */
export function PinField({ name, label, value, fault, disabled, onChange }: Props) {
  return (
    <label className={css.field}>
      {label}
      <input
        type="password"
        name={name}
        inputMode="numeric"
        autoComplete="off"
        maxLength={pinLength}
        value={value}
        disabled={disabled}
        aria-invalid={fault ? true : undefined}
        aria-describedby={`${name}-fault`}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, ''))}
      />
      <span id={`${name}-fault`} className={css.fault} role={fault ? 'alert' : undefined}>
        {fault}
      </span>
    </label>
  );
}
