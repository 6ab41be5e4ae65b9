import { type FormEvent, useRef, useState } from 'react';
import { session } from '#kernel/contract/session.ts';
import { sessionText as say } from '#contexts/agency/text/en/session.ts';
import { ApiFailure } from '#kernel/client/calls/api-failure.ts';
import { useLeaveGuard } from '#kernel/client/session/leave.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import { useCurrentUser } from '#kernel/client/session/session.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import css from './account.module.css';
import { failureWords } from './failure-words.ts';

const empty = { current: '', password: '', repeat: '' };
type Values = typeof empty;
type Faults = Partial<Record<keyof Values, string>>;
const fields = [
  { name: 'current', label: say.currentPassword, autoComplete: 'current-password' },
  { name: 'password', label: say.newPassword, autoComplete: 'new-password' },
  { name: 'repeat', label: say.repeatPassword, autoComplete: 'new-password' },
] as const;

function faultsOf({ current, password, repeat }: Values): Faults {
  return {
    ...(!current && { current: say.passwordMissing }),
    ...(!password && { password: say.newPasswordMissing }),
    ...(repeat !== password && { repeat: say.repeatDiffers }),
  };
}

/** Password change of the user; the server signs out other devices. */
export function PasswordScreen() {
  const [values, setValues] = useState(empty);
  const [faults, setFaults] = useState<Faults>({});
  const form = useRef<HTMLFormElement>(null);
  const { email } = useCurrentUser();
  const { run, busy } = useAct(session.changePassword);
  useLeaveGuard(Object.values(values).some(Boolean));
  const show = (found: Faults): void => {
    setFaults(found);
    const first = fields.find(({ name }) => found[name]);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first.name}"]`)?.focus();
  };
  const save = async (): Promise<void> => {
    try {
      await run({ current: values.current, password: values.password });
      setValues(empty);
      notice.success(say.changed);
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'WRONG_PASSWORD') show({ current: say.currentWrong });
      else if (error instanceof ApiFailure && error.code === 'WEAK_PASSWORD') show({ password: error.words });
      else notice.error(failureWords(error));
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const found = faultsOf(values);
    show(found);
    if (Object.keys(found).length === 0 && !busy) void save();
  };
  return (
    <div className={css.page}>
      <h1>{say.changeTitle}</h1>
      <p className={css.about}>{say.setAbout}</p>
      <form ref={form} noValidate onSubmit={onSubmit} className={css.form} aria-busy={busy}>
        {/* Identifies the account to password managers. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        {fields.map((field) => (
          <PasswordField
            key={field.name}
            {...field}
            value={values[field.name]}
            fault={faults[field.name]}
            onChange={(value) => {
              setValues({ ...values, [field.name]: value });
              setFaults({ ...faults, [field.name]: undefined });
            }}
          />
        ))}
        <button className={look.main} disabled={busy}>
          {say.setSave}
        </button>
      </form>
    </div>
  );
}

interface FieldProps {
  name: string;
  label: string;
  autoComplete: string;
  value: string;
  fault: string | undefined;
  onChange: (value: string) => void;
}

function PasswordField({ name, label, autoComplete, value, fault, onChange }: FieldProps) {
  return (
    <label>
      {label}
      <input
        type="password"
        name={name}
        autoComplete={autoComplete}
        value={value}
        aria-invalid={fault ? true : undefined}
        aria-describedby={`${name}-fault`}
        onChange={(event) => onChange(event.target.value)}
      />
      <span id={`${name}-fault`} className={css.fault}>
        {fault}
      </span>
    </label>
  );
}
