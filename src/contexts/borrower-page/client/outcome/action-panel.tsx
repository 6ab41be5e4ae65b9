/** Disposition form next to the timeline at the desk. */
import { IconPencilPlus, IconX } from '@tabler/icons-react';
import { type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { borrowerText } from '#contexts/loans/text/en/borrower.ts';
import { outcomesText as say } from '#contexts/work/text/en/outcomes.ts';
import { kitText } from '#text/en/kit.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { mayLeave } from '#kernel/client/session/leave.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { Key } from '#kernel/ui/parts/menu/key.tsx';
import { pressedBy } from '#kernel/ui/parts/menu/keys.ts';
import type { Loan } from '../loan/loan.ts';
import { adds, ptp, small } from './actions.tsx';
import css from './actions.module.css';
import { FormBones } from './form/form-bones.tsx';
import { isOutcome, kinds } from './kinds.ts';
import { paidOffReason } from '#contexts/loans/client/paid-off-reason.ts';
import { greyed } from '#kernel/ui/parts/greyed.ts';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

const OutcomeForm = lazy(async () => ({ default: (await import('./form/outcome-form.tsx')).OutcomeForm }));
const histories = ['ptpHistory', 'settlementHistory', 'followUpHistory', 'payments'] as const;
const anyOutcome = 'disposition';
const choices = 'form fieldset button';
const asks = 'form fieldset, form input[aria-required]';

interface Props {
  loan: Loan;
  onNext: (() => void) | undefined;
}

export function ActionPanel({ loan, onNext }: Props) {
  const { get, set } = useUrlState();
  const place = useRef<HTMLElement>(null);
  // Resets the form after a save.
  const [saved, setSaved] = useState(0);
  const asked = get('add');
  const what = isOutcome(asked) ? asked : anyOutcome;
  const write = async (name: string): Promise<void> => {
    if (name !== what && !(await mayLeave())) return;
    set({ add: name }, 'push');
    focusIn(place.current, name);
  };
  const leave = async (): Promise<void> => {
    if (await mayLeave()) set({ add: undefined });
  };
  return (
    <aside className={css.panel} aria-label={say.actions} ref={place}>
      <header>
        <h2>{kinds[what]?.title ?? borrowerText.howEnded}</h2>
        {asked === what && (
          <button type="button" aria-label={kitText.close} onClick={() => void leave()}>
            <IconX {...small} />
          </button>
        )}
      </header>
      <div className={css.form}>
        <Suspense fallback={<FormBones />}>
          <OutcomeForm
            key={`${asked === what ? what : ''} ${saved}`}
            loan={loan}
            what={what}
            isInline
            onNext={onNext}
            onDone={() => {
              setSaved(saved + 1);
              set({ add: undefined });
            }}
          />
          <Shown what={asked === what ? what : undefined} of={place} />
        </Suspense>
      </div>
      <div className={css.adds}>
        <button
          type="button"
          className={look.plain}
          {...pressedBy('disposition')}
          onClick={() => void write(anyOutcome)}
        >
          <IconPencilPlus {...small} /> {say.addDisposition} <Key of="disposition" />
        </button>
        {[ptp, ...adds].map(({ name, label, picture: Drawn, key }) => (
          <button
            key={name}
            type="button"
            className={look.plain}
            {...greyed(paidOffReason(name, loan))}
            {...(key && pressedBy(key))}
            onClick={() => void write(name)}
          >
            <Drawn {...small} /> {label} {key && <Key of={key} />}
          </button>
        ))}
      </div>
      <h3>{say.histories}</h3>
      {histories.map((tab) => (
        <button key={tab} type="button" className={css.link} onClick={() => set({ tab }, 'push')}>
          {borrowerText.tabs[tab]}
        </button>
      ))}
    </aside>
  );
}

/** First empty required input: a picture option, or a field. */
function firstUnsaid(place: HTMLElement): HTMLElement | null | undefined {
  const unsaid = [...place.querySelectorAll(asks)].find((it) =>
    it instanceof HTMLInputElement ? it.value === '' : !it.querySelector('[aria-pressed="true"]'),
  );
  return unsaid instanceof HTMLInputElement ? unsaid : unsaid?.querySelector('button');
}
/** Focuses the first required input. */
function focusIn(place: HTMLElement | null, what: string): void {
  requestAnimationFrame(() => {
    if (place) (kinds[what] ? firstUnsaid(place) : place.querySelector<HTMLElement>(choices))?.focus();
  });
}

/** Focuses the requested input once the form is rendered, also after lazy parts loaded. */
function Shown({ what, of }: { what: string | undefined; of: RefObject<HTMLElement | null> }) {
  useLayoutEffect(() => {
    if (what !== undefined) focusIn(of.current, what);
  }, [what, of]);
  return null;
}
