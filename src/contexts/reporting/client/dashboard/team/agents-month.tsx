/** Agents of a team by collections against target this month, those below it marked by colour and text. */
import { teamDashboard } from '#contexts/reporting/contract/team-dashboard.ts';
import { teamDashboardText as say } from '#contexts/reporting/text/en/team-dashboard.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { money, moneyShort } from '#kernel/ui/parts/values/format.ts';
import { statementIn } from '#kernel/client/calls/statement.ts';
import { KnownAt } from '#kernel/ui/parts/values/known-at.tsx';
import { Stated } from '#kernel/ui/parts/values/stated.tsx';
import css from './agents-month.module.css';

const freshFor = 300_000;
const most = 8;
/** Of the target, in percent. */
const good = 60;
const poor = 30;

const moodOf = (percentage: number): 'good' | 'warn' | 'bad' =>
  percentage >= good ? 'good' : percentage >= poor ? 'warn' : 'bad';

export function AgentsMonth() {
  const reading = useRead(teamDashboard.performanceDetail, {}, { staleTime: freshFor });
  const ranked = (reading.data ?? []).toSorted((a, b) => b.achieved - a.achieved).slice(0, most);
  const longest = Math.max(1, ...ranked.map(({ achieved }) => achieved));
  return (
    <section className={css.agents} aria-labelledby="agents-month">
      <h2 id="agents-month">{say.agentsMonth}</h2>
      <KnownAt of={[reading.asOf]} />
      <Stated of={statementIn(reading)} none={say.noTargets}>
        {() => null}
      </Stated>
      <ol>
        {ranked.map(({ id, agentName, achieved, percentage }) => (
          <li key={id}>
            <span title={agentName}>{agentName}</span>
            <span className={css.bar} aria-hidden="true">
              <i data-mood={moodOf(percentage)} style={{ width: `${(100 * achieved) / longest}%` }} />
            </span>
            <b title={money(achieved)}>{moneyShort(achieved)}</b>
            <small>{say.share(percentage.toFixed(0))}</small>
          </li>
        ))}
      </ol>
    </section>
  );
}
