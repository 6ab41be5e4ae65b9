/** Shared parts of two-factor steps: fields for password and code, and their errors. */
import { type FormEvent, useRef, useState } from 'react';
import { sessionText } from '#contexts/agency/text/en/session.ts';
import { secondFactorText as say } from '#contexts/agency/text/en/second-factor.ts';
import { ApiFailure } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import css from './account.module.css';
import { failureWords } from './failure-words.ts';

type Name = 'password' | 'code';
type Values = Record<Name, string>;
const empty: Values = { password: '', code: '' };

interface Props {
  asks: readonly Name[];
  /** Of an app alone: six digits, no recovery code. */
  isDigits?: boolean;
  button: string;
  run: (values: Values) => Promise<void>;
  onCancel?: () => void;
}

const missing: Values = { password: sessionText.passwordMissing, code: say.codeMissing };
const labels: Values = { password: say.password, code: say.code };

/** Field and message of a failure. */
function faultOf(error: unknown): Partial<Values> | undefined {
  if (!(error instanceof ApiFailure)) return undefined;
  if (error.code === 'WRONG_PASSWORD') return { password: sessionText.currentWrong };
  return error.code === 'WRONG_CODE' ? { code: error.words } : undefined;
}

export function SecondFactorForm({ asks, isDigits = false, button, run, onCancel }: Props) {
  const [values, setValues] = useState(empty);
  const [faults, setFaults] = useState<Partial<Values>>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const show = (found: Partial<Values>): void => {
    setFaults(found);
    const first = asks.find((name) => found[name]);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.select();
  };
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await run({ ...values, code: values.code.trim() });
    } catch (error) {
      const found = faultOf(error);
      if (found) show(found);
      else notice.error(failureWords(error));
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const lacking = asks.filter((name) => !values[name].trim());
    show(Object.fromEntries(lacking.map((name) => [name, missing[name]])));
    if (lacking.length === 0 && !busy) void send();
  };
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className={css.form} aria-busy={busy}>
      {asks.map((name) => (
        <div key={name}>
          <label>
            {labels[name]}
            <input
              type={name === 'password' ? 'password' : 'text'}
              name={name}
              inputMode={name === 'code' && isDigits ? 'numeric' : undefined}
              autoComplete={name === 'password' ? 'current-password' : 'one-time-code'}
              value={values[name]}
              aria-invalid={faults[name] ? true : undefined}
              aria-describedby={`factor-${name}-fault`}
              onChange={({ target }) => {
                setValues({ ...values, [name]: target.value });
                setFaults({ ...faults, [name]: undefined });
              }}
            />
          </label>
          <p id={`factor-${name}-fault`} className={css.wrong}>
            {faults[name]}
          </p>
        </div>
      ))}
      <div className={css.row}>
        <button className={look.main} disabled={busy}>
          {button}
        </button>
        {onCancel && (
          <button type="button" className={look.plain} onClick={onCancel}>
            {say.cancel}
          </button>
        )}
      </div>
    </form>
  );
}
