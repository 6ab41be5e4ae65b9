import { teamDashboard } from '#contexts/reporting/contract/team-dashboard.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { chartsText } from '#contexts/reporting/text/en/charts.ts';
import { dashboardText as common } from '#contexts/reporting/text/en/dashboard.ts';
import { LineBones } from '#kernel/ui/list/list-states.tsx';
import { teamDashboardText as say } from '#contexts/reporting/text/en/team-dashboard.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { money } from '#kernel/ui/parts/values/format.ts';
import { cashText, monthGone } from '../../parts/words.ts';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import { Bar, toneOfTarget } from '#kernel/ui/figures/bar.tsx';
import { ChartCard as Card } from '../../parts/chart-card.tsx';
import { FigureTable } from '../../parts/figure-table.tsx';
import { statementIn } from '#kernel/client/calls/statement.ts';
import { KnownAt } from '#kernel/ui/parts/values/known-at.tsx';
import { Stated } from '#kernel/ui/parts/values/stated.tsx';
import css from '../dashboard.module.css';
import { None, percent } from '../parts.tsx';

type Performer = WireRow<typeof teamDashboard.performanceDetail>;
const heads = [say.agent, common.percentage, common.achieved, common.target];

const Achieved = ({ title, rows }: { title: string; rows: readonly Performer[] }) => (
  <FigureTable
    title={title}
    heads={heads}
    rows={rows.map((one) => ({
      key: String(one.id),
      name: one.agentName,
      cells: [percent(one.percentage), cashText(one.achieved), cashText(one.target)],
      share: one.percentage / 100,
      mark: monthGone(),
      tone: toneOfTarget(one.percentage / 100, monthGone()),
    }))}
  />
);

/** Who is in a range of achievement, and how far each has come. */
export function Performers(o: { range: string; userIds: readonly number[]; onClose: () => void }) {
  const reading = useRead(teamDashboard.performanceDetail, { userIds: [...o.userIds] });
  const title = `${say.widgets.performance} ${say.rangeOf(o.range)}`;
  return (
    <Sheet title={title} onClose={o.onClose}>
      <KnownAt of={[reading.asOf]} />
      <Stated of={statementIn(reading)} none={say.noTargets} pending={<LineBones />}>
        {(rows: readonly Performer[]) => <Achieved title={title} rows={rows} />}
      </Stated>
    </Sheet>
  );
}

const ranked = (rows: readonly Performer[]): Performer[] =>
  rows.toSorted((a, b) => b.percentage - a.percentage || b.achieved - a.achieved);
const shown = 12;

/** Top performers by target achievement; the others are in the table. */
export const Ranking = () => (
  <Card
    title={chartsText.agents}
    about={() => chartsText.ranking}
    source={teamDashboard.performanceDetail}
    size="large"
    sheet={(rows) => ({
      heads,
      rows: ranked(rows).map((one) => [one.agentName, one.percentage, one.achieved, one.target]),
    })}
  >
    {(rows) =>
      rows.length === 0 ? (
        <None />
      ) : (
        <ol className={css.rank}>
          {ranked(rows)
            .slice(0, shown)
            .map((one) => (
              <li key={one.id} title={`${money(one.achieved)} / ${money(one.target)}`}>
                <span>{one.agentName}</span>
                <Bar
                  share={one.percentage / 100}
                  mark={monthGone()}
                  tone={toneOfTarget(one.percentage / 100, monthGone())}
                />
                <strong>{percent(one.percentage)}</strong>
              </li>
            ))}
        </ol>
      )
    }
  </Card>
);
