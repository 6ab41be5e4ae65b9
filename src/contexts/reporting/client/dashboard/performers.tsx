import { teamDashboard } from '#contexts/reporting/contract/team-dashboard.ts';
import { dashboardText as common } from '#contexts/reporting/text/en/dashboard.ts';
import { kitText } from '#text/en/kit.ts';
import { teamDashboardText as say } from '#contexts/reporting/text/en/team-dashboard.ts';
import { useRead } from '#kernel/client/calls/query.ts';
import { moneyShort } from '#kernel/ui/parts/format.ts';
import { Sheet } from '#kernel/ui/parts/sheet.tsx';
import { Figures, percent } from './parts.tsx';

/** Who is in a range of achievement, and how far each has come. */
export function Performers(o: { range: string; userIds: readonly number[]; onClose: () => void }) {
  const { data, isPending } = useRead(teamDashboard.performanceDetail, { userIds: [...o.userIds] });
  const title = `${say.widgets.performance} ${say.rangeOf(o.range)}`;
  return (
    <Sheet title={title} onClose={o.onClose}>
      {isPending && <p>{kitText.loading}</p>}
      {data && (
        <Figures
          title={title}
          heads={[say.agent, common.target, common.achieved, common.percentage]}
          rows={data.map((one) => [
            one.agentName,
            moneyShort(one.target),
            moneyShort(one.achieved),
            percent(one.percentage),
          ])}
        />
      )}
    </Sheet>
  );
}
