import { borrowerDispositionsText as say } from '#contexts/work/text/en/borrower-dispositions.ts';
import { today } from '#kernel/ui/parts/values/format.ts';
import { SpanChips } from '#kernel/ui/list/toolbar/span-chips.tsx';

/** Shortcuts for common dates; each sets the date filter. */
export function DueChips() {
  const spans = [
    { label: say.anyDay, startDate: undefined, endDate: undefined },
    { label: say.today, startDate: today(), endDate: today() },
    { label: say.coming, startDate: today(), endDate: today(7) },
    { label: say.overdue, startDate: undefined, endDate: today(-1) },
  ];
  return <SpanChips label={say.when} spans={spans} />;
}
