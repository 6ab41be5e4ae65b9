import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { IconX } from '@tabler/icons-react';
import { othersAtMost } from '#contexts/loans/contract/loan-contacts.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { borrowerText as say } from '#contexts/loans/text/en/borrower.ts';
import { useLeaveGuard } from '#kernel/client/session/leave.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { NotSaved } from '#phone/outbox/save.ts';
import { useSubmit } from '#phone/outbox/sending/use-submit.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import '#kernel/ui/parts/theme/styles.ts';
import { baseOf } from '../outcome/base.ts';
import css from '../borrower.module.css';
import { type Written, changeOf } from './contact-change.ts';
import { faultOf } from './contact-faults.ts';
import type { Loan } from '../loan/loan.ts';
import { kitText } from '#text/en/kit.ts';
import { greyed } from '#kernel/ui/parts/greyed.ts';

interface Line extends Written {
  key: number;
}
let lines = 0;
const lineOf = (before: string): Line => ({ value: before, before, key: ++lines });

interface Props {
  loan: Loan;
  /** Queued on this phone: the form resets to the server's state. */
  onSaved: () => void;
}
/** Alternate and other numbers: unchanged ones remain masked, or are retyped. */
export function EditContacts({ loan, onSaved }: Props) {
  const [first, setFirst] = useState(() => lineOf(loan.alternateContact1 ?? ''));
  const [second, setSecond] = useState(() => lineOf(loan.alternateContact2 ?? ''));
  const [others, setOthers] = useState(() =>
    (loan.otherMobiles?.length ? loan.otherMobiles : ['']).map(lineOf),
  );
  const [isTold, setTold] = useState(false);
  const submit = useSubmit(loans.edit);
  const [busy, setBusy] = useState(false);
  const was = loan.otherMobiles ?? [];
  const filled = others.map(({ value }) => value.trim());
  const othersChanged = JSON.stringify(filled.filter(Boolean)) !== JSON.stringify(was);
  const isChanged = othersChanged || first.value !== first.before || second.value !== second.before;
  useLeaveGuard(isChanged && !busy);
  // An existing one must remain; an empty list has none.
  const needed = (i: number): boolean => othersChanged && i === 0 && filled.filter(Boolean).length === 0;
  const fault = (line: Line, isNeeded = false): string | undefined =>
    isTold || line.value.length > 10 ? faultOf(line.value.trim(), line.before, isNeeded) : undefined;
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTold(true);
    const wrong = [
      faultOf(first.value.trim(), first.before, false),
      faultOf(second.value.trim(), second.before, false),
      ...others.map(({ value, before }, i) => faultOf(value.trim(), before, needed(i))),
    ];
    if (wrong.some(Boolean)) return;
    setBusy(true);
    try {
      const { state } = await submit(changeOf(loan, { first, second, others }), {
        lane: `loan:${loan.id}`,
        says: say.saysContacts(loan.loanBorrower.name),
        done: say.contactUpdated,
        base: baseOf(loan),
      });
      if (state === 'saved-here') onSaved();
    } catch (error) {
      notice.error(error instanceof NotSaved ? error.words : say.contactFailed);
    }
    setBusy(false);
  };
  const common = { size: 'md', inputMode: 'numeric', autoComplete: 'off' } as const;
  return (
    <form className={css.box} noValidate onSubmit={(event) => void save(event)}>
      <h2>{say.editNumbers}</h2>
      <p className={css.none}>{say.editHint}</p>
      <div className={css.fields}>
        {(
          [
            [first, setFirst, say.alternateContact1],
            [second, setSecond, say.alternateContact2],
          ] as const
        ).map(([line, put, label]) => (
          <TextInput
            {...common}
            key={line.key}
            label={label}
            value={line.value}
            error={fault(line)}
            onChange={({ target }) => put({ ...line, value: target.value })}
          />
        ))}
        <Others lines={others} fault={(line, i) => fault(line, needed(i))} onChange={setOthers} />
        <Button type="submit" size="md" loading={busy} {...greyed(!isChanged && kitText.nothingChanged)}>
          {say.submit}
        </Button>
      </div>
    </form>
  );
}

/** At least one row remains. */
function Others({
  lines: others,
  fault,
  onChange,
}: {
  lines: readonly Line[];
  fault: (line: Line, i: number) => string | undefined;
  onChange: (lines: Line[]) => void;
}) {
  return (
    <fieldset className={css.others}>
      <legend>{say.others}</legend>
      {others.map((line, i) => (
        <div key={line.key}>
          <TextInput
            size="md"
            inputMode="numeric"
            autoComplete="off"
            aria-label={say.other(i + 1)}
            value={line.value}
            error={fault(line, i)}
            onChange={({ target }) =>
              onChange(others.map((one) => (one === line ? { ...line, value: target.value } : one)))
            }
          />
          <button
            type="button"
            className={look.plain}
            aria-label={say.removeNumber(i + 1)}
            {...greyed(others.length === 1 && say.lastNumber)}
            onClick={() => onChange(others.filter((one) => one !== line))}
          >
            <IconX size={16} stroke={1.75} aria-hidden="true" />
          </button>
        </div>
      ))}
      <button
        type="button"
        className={look.plain}
        {...greyed(others.length >= othersAtMost && say.mostNumbers(othersAtMost))}
        onClick={() => onChange([...others, lineOf('')])}
      >
        {say.addNumber}
      </button>
    </fieldset>
  );
}
