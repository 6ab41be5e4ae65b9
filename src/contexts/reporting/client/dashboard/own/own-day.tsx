/** What an agent did today, in four figures. */
import { activity } from '#contexts/reporting/contract/activity.ts';
import { activityText } from '#contexts/reporting/text/en/activity.ts';
import { todayText } from '#contexts/work/text/en/today.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { hoursText, noFigure } from '#kernel/ui/parts/values/format.ts';
import css from './own-day.module.css';

/** As long as the card of the dashboard, which shows the same answer. */
const freshFor = 300_000;
const shown = ['calls', 'connectedCalls', 'promises', 'talkTime'] as const;

export function OwnDay() {
  const { data, error } = useRead(activity.mine, {}, { staleTime: freshFor });
  return (
    <section className={css.own} aria-labelledby="own-day">
      <h2 id="own-day">{todayText.myDay}</h2>
      <dl>
        {shown.map((id) => {
          const row = data?.find((one) => one.id === id);
          return (
            <div key={id}>
              <dt>{activityText.own[id]}</dt>
              <dd>
                {row ? (row.unit === 'seconds' ? hoursText(Math.round(row.ftd)) : row.ftd) : noFigure(error)}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
