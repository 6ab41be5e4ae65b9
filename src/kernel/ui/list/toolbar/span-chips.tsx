import { useUrlState } from '#kernel/client/app/url.ts';
import { kitText } from '#text/en/kit.ts';
import css from './chips.module.css';
import { today } from '../../parts/values/format.ts';

export interface Span {
  label: string;
  startDate: string | undefined;
  endDate: string | undefined;
}

/** Date range chips; they set the list's date filter. `otherwise` applies without a URL parameter. */
export function SpanChips(o: { label: string; spans: readonly Span[]; otherwise?: Span }) {
  const { get, set } = useUrlState();
  const said = { startDate: get('startDate'), endDate: get('endDate') };
  const now = said.startDate || said.endDate ? said : (o.otherwise ?? said);
  return (
    <div className={css.chips} role="group" aria-label={o.label}>
      {o.spans.map((span) => (
        <button
          key={span.label}
          type="button"
          aria-pressed={now.startDate === span.startDate && now.endDate === span.endDate}
          onClick={() => {
            const { startDate, endDate } = span === o.otherwise ? {} : span;
            set({ startDate, endDate, page: undefined });
          }}
        >
          {span.label}
        </button>
      ))}
    </div>
  );
}

/** Today, yesterday, the last week and month, for lists that show today by default. */
export function DayChips() {
  const until = (label: string, days: number, end = 0): Span => ({
    label,
    startDate: today(-days),
    endDate: today(end),
  });
  const now = until(kitText.today, 0);
  const spans = [
    now,
    until(kitText.yesterday, 1, -1),
    until(kitText.lastDays(7), 6),
    // The longest range the filter allows (G167).
    until(kitText.lastDays(30), 29),
  ];
  return <SpanChips label={kitText.days} spans={spans} otherwise={now} />;
}
