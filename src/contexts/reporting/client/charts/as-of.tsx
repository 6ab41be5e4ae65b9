import { charts } from '#contexts/reporting/contract/charts.ts';
import type { Input } from '#kernel/contract/endpoint.ts';
import { chartsText as say } from '#contexts/reporting/text/en/charts.ts';
import { dayInIndia, timeInIndia } from '#kernel/contract/india.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { momentText } from '#kernel/ui/parts/values/format.ts';
import css from '../parts/parts.module.css';

const isToday = (moment: string): boolean => dayInIndia(moment) === dayInIndia(Date.now());

/** Time of a dashboard's data. */
export function AsOf({ input = {} }: { input?: Input<typeof charts.month> }) {
  const { data } = useRead(charts.month, input, { staleTime: 300_000, keepPrevious: true });
  return (
    <time className={css.asOf} dateTime={data?.asOf} title={data && momentText(data.asOf)}>
      {data && say.asOf(isToday(data.asOf) ? timeInIndia(data.asOf).slice(0, 5) : momentText(data.asOf))}
    </time>
  );
}
