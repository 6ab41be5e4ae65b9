import { borrowerDispositionsText as say } from '#text/en/borrower-dispositions.ts';
import { useUrlState } from '#client/kernel/url.ts';
import { today } from '#client/ui/format.ts';
import css from './promises.module.css';

const spans = [
  { label: say.anyDay, startDate: undefined, endDate: undefined },
  { label: say.today, startDate: 0, endDate: 0 },
  { label: say.coming, startDate: 0, endDate: 7 },
  { label: say.overdue, startDate: undefined, endDate: -1 },
];
const dayOf = (plus: number | undefined): string | undefined =>
  plus === undefined ? undefined : today(plus);

/** The days somebody asks for most, one press each; they are the filter of days. */
export function DueChips() {
  const { get, set } = useUrlState();
  return (
    <div className={css.chips} role="group" aria-label={say.when}>
      {spans.map(({ label, ...span }) => {
        const days = { startDate: dayOf(span.startDate), endDate: dayOf(span.endDate) };
        return (
          <button
            key={label}
            type="button"
            aria-pressed={get('startDate') === days.startDate && get('endDate') === days.endDate}
            onClick={() => set({ ...days, page: undefined })}
          >
            {label}
          </button>
        );
      })}
    </div>
  );
}
