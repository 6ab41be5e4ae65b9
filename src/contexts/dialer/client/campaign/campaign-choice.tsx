import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { campaigns } from '#contexts/lenders/contract/campaigns.ts';
import { dialerText as say } from '#contexts/dialer/text/en/dialer.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import css from '../dialer.module.css';

interface ChoiceProps {
  label: string;
  submit: string;
  needed: string;
  exceptId?: number;
  busy: boolean;
  /** What else is chosen with it. */
  children?: ReactNode;
  onChoose: (campaignId: number) => void;
}

/** A choice among the campaigns of the agent. */
export function CampaignChoice({ label, submit, needed, exceptId, busy, children, onChoose }: ChoiceProps) {
  const { data = [], isPending } = useRead(campaigns.mine, {});
  const [chosen, setChosen] = useState('');
  const [fault, setFault] = useState<string>();
  const id = useId();
  const offered = data.filter((one) => one.id !== exceptId);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (chosen === '') return setFault(needed);
    onChoose(Number(chosen));
  };
  if (!isPending && offered.length === 0)
    return exceptId === undefined ? <p className={css.hint}>{say.noCampaigns}</p> : null;
  return (
    <form className={css.choice} onSubmit={send} noValidate>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={chosen}
        aria-invalid={fault !== undefined}
        aria-describedby={fault && `${id}-fault`}
        onChange={({ target }) => {
          setChosen(target.value);
          setFault(undefined);
        }}
      >
        <option value="">{say.choose}</option>
        {offered.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
      {fault && (
        <p id={`${id}-fault`} role="alert" className={css.fault}>
          {fault}
        </p>
      )}
      {children}
      <button type="submit" className={exceptId === undefined ? look.main : look.plain} disabled={busy}>
        {submit}
      </button>
    </form>
  );
}
