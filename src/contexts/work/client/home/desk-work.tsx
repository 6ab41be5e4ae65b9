/** The borrower to work now, at the desk: who and how much on the deep card, keys on the buttons, reasons, what was lately. */
import { IconPlayerSkipForward } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { todayText as say } from '#contexts/work/text/en/today.ts';
import { money, rupees } from '#kernel/ui/parts/format.ts';
import { Actions, Key } from './actions.tsx';
import css from './desk-work.module.css';
import { Lately } from './lately.tsx';
import { Reasons } from './reasons.tsx';
import type { Day } from './use-day.ts';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="combobox"]'));

/** The keys printed on the buttons press them, while nothing is being typed and nothing lies above. */
function useKeys() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (isTyping(event.target) || document.querySelector('dialog[open], [aria-modal="true"]')) return;
      if (!/^[a-z]$/iu.test(event.key)) return;
      const button = place.current?.querySelector<HTMLButtonElement>(
        `[data-key="${event.key.toLowerCase()}"]`,
      );
      if (!button || button.disabled) return;
      event.preventDefault();
      button.click();
    };
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, []);
  return place;
}

export function DeskWork({ day, onOpen }: { day: Day; onOpen: (loanId: number, what: string) => void }) {
  const place = useKeys();
  const { current, now } = day;
  if (!current) return null;
  const { row } = current;
  return (
    <div className={css.work} ref={place} data-next>
      <section className={css.head} aria-labelledby="next-borrower">
        <p className={css.top}>
          <span>
            {[day.isChosen ? say.chosen : say.next, day.place > 0 && say.place(day.place, day.left)]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {day.skip && (
            <button type="button" data-key="n" aria-keyshortcuts="N" onClick={day.skip}>
              <IconPlayerSkipForward size={18} stroke={1.75} aria-hidden="true" />
              {say.skip} <Key of="N" />
            </button>
          )}
        </p>
        <h2 id="next-borrower">
          <Link to={`/view-borrower?id=${row.id}`}>{row.borrowerName}</Link>
        </h2>
        <p className={css.about}>
          {[row.loanNumber, row.client, row.city, ...row.tags].filter(Boolean).join(' · ')}
        </p>
        <dl>
          <div>
            <dt>{say.toCollect}</dt>
            <dd title={money(row.totalOutstanding)}>{rupees(row.totalOutstanding)}</dd>
          </div>
          <div>
            <dt>{say.principal}</dt>
            <dd title={money(row.principalOutstanding)}>{rupees(row.principalOutstanding)}</dd>
          </div>
          {row.dpd !== null && row.dpd > 0 && (
            <div>
              <dt>{say.late}</dt>
              <dd>{say.overdueDays(row.dpd)}</dd>
            </div>
          )}
        </dl>
      </section>
      <Actions row={row} now={now} hasKeys onOpen={(what) => onOpen(row.id, what)} />
      <section className={css.card}>
        <Reasons row={row} now={now} />
      </section>
      <Lately key={row.id} loanId={row.id} now={now} />
    </div>
  );
}
