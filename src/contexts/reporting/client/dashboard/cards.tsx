/** The thirteen cards of the agent dashboard (document 1, section 2.5). */
import { activity } from '#contexts/reporting/contract/activity.ts';
import { dashboard, loanStats } from '#contexts/reporting/contract/dashboard.ts';
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import { activityText } from '#contexts/reporting/text/en/activity.ts';
import { dashboardText as say } from '#contexts/reporting/text/en/dashboard.ts';
import { shortMonthYear } from '#text/en/moments.ts';
import { hoursText, money, moneyShort } from '#kernel/ui/parts/format.ts';
import { Card } from './card.tsx';
import css from './dashboard.module.css';
import { Bars, Figures, None, To, count, percent } from './parts.tsx';

const { cards } = say;
const threeSpans = [say.what, say.ftd, say.mtd, say.overAll];
/** `MMYYYY` by the calendar. */
const byMonth = (a: string, b: string): number => (a.slice(2) + a).localeCompare(b.slice(2) + b);
const monthText = (month: string): string =>
  shortMonthYear({ month: Number(month.slice(0, 2)), year: Number(month.slice(2)) });

const Allocation = () => (
  <Card title={cards.allocation} source={dashboard.allocation}>
    {({ oldCount, newCount, pos, tos }) => (
      <dl className={css.facts}>
        <dt>{say.fresh}</dt>
        <dd>
          <To to="/borrowers?newAssigned=true">{count(newCount)}</To>
        </dd>
        <dt>{say.old}</dt>
        <dd>
          <To to="/borrowers?newAssigned=false">{count(oldCount)}</To>
        </dd>
        <dt>{say.pos}</dt>
        <dd title={money(pos)}>{moneyShort(pos)}</dd>
        <dt>{say.tos}</dt>
        <dd title={money(tos)}>{moneyShort(tos)}</dd>
      </dl>
    )}
  </Card>
);

const Calls = () => (
  <Card title={cards.calls} source={loanStats.calls}>
    {(rows) => (
      <Figures
        title={cards.calls}
        heads={threeSpans}
        rows={rows.map(({ title, FTD, MTD, overAll }) => [
          say.callTitles[title],
          ...[FTD, MTD, overAll].map((one) => count(one.count)),
        ])}
      />
    )}
  </Card>
);

const Activities = () => (
  <Card title={cards.activities} source={activity.mine}>
    {(rows) => (
      <Figures
        title={cards.activities}
        heads={[say.what, say.ftd, say.average]}
        rows={rows.map(({ id, unit, ftd, avg }) => [
          activityText.own[id],
          ...[ftd, avg].map((value) => (unit === 'seconds' ? hoursText(Math.round(value)) : count(value))),
        ])}
      />
    )}
  </Card>
);

/** MTD realized amount over the target, two decimals (document 1, section 9). */
const Target = () => (
  <Card title={cards.target} source={loanStats.payments}>
    {(rows) => {
      const { MTD, target } = rows.find(({ title }) => title === 'realized') ?? {};
      if (!target || !MTD) return <p className={css.none}>{say.noTarget}</p>;
      const share = (100 * MTD.amount) / target;
      return (
        <div className={css.target}>
          <strong>{percent(share)}</strong>
          <progress max={100} value={Math.min(100, share)} aria-label={say.ofTarget(percent(share))} />
          <span>
            {say.achieved} {moneyShort(MTD.amount)} · {say.target} {moneyShort(target)}
          </span>
        </div>
      );
    }}
  </Card>
);

const Promises = () => (
  <Card title={cards.promises} source={loanStats.promises}>
    {(rows) => (
      <Bars
        by="count"
        bars={rows.map(({ id, ...row }) => ({
          ...row,
          to: id === null ? '/ptp' : `/ptp?subdispositionIds=${id}`,
        }))}
      />
    )}
  </Card>
);

const Payments = () => (
  <Card title={cards.payments} source={loanStats.payments}>
    {(rows) => {
      const [realized, unrealized] = rows;
      if (!realized || !unrealized) return <None />;
      const spans = ['FTD', 'MTD', 'overAll'] as const;
      const told = rows.map((row) => [
        <To key="to" to={`/payment?type=${row.title.toUpperCase()}`}>
          {say[row.title]}
        </To>,
        ...spans.map((span) => `${moneyShort(row[span].amount)} (${count(row[span].count)})`),
      ]);
      const apart = spans.map((span) => moneyShort(realized[span].amount - unrealized[span].amount));
      return (
        <Figures title={cards.payments} heads={threeSpans} rows={[...told, [say.difference, ...apart]]} />
      );
    }}
  </Card>
);

const Statuses = () => (
  <Card title={cards.statuses} source={loanStats.statuses}>
    {(rows) => (
      <Bars
        by="count"
        bars={rows.map((row) => ({
          ...row,
          to: `/borrowers?paymentStatus=${encodeURIComponent(row.title)}`,
        }))}
      />
    )}
  </Card>
);

const Patterns = () => (
  <Card title={cards.patterns} source={loanStats.histories}>
    {(rows) => (
      <Figures
        title={cards.patterns}
        heads={[say.what, say.count, say.amount, say.thisMonth]}
        rows={rows.map(({ title, loanIds, amount, cm }) => [
          <To key="to" to={`/borrowers?paymentHistoryStatus=${encodeURIComponent(title)}`}>
            {title}
          </To>,
          count(loanIds.length),
          moneyShort(amount),
          moneyShort(cm),
        ])}
      />
    )}
  </Card>
);

const Outcomes = () => (
  <Card title={cards.outcomes} source={loanStats.classification}>
    {(rows) => (
      <Bars
        by="count"
        bars={rows.map((row) => ({
          title: say.outcomes[row.title],
          count: row.count,
          amount: row.amount,
          to: `/disposition?dispositionIds=${dispositionIds[row.title]}`,
        }))}
      />
    )}
  </Card>
);

const Top = ({ title, source }: { title: string; source: typeof dashboard.topDispositions }) => (
  <Card title={title} source={source}>
    {(rows) => <Bars by="count" bars={rows} />}
  </Card>
);

const Settlements = () => (
  <Card title={cards.settlements} source={loanStats.settlements}>
    {(rows) => <Bars by="count" bars={rows} />}
  </Card>
);

const Achievement = () => (
  <Card title={cards.achievement} source={loanStats.achievement}>
    {(rows) => {
      const of = (name: 'target' | 'achieved' | 'percentage') =>
        rows.find(({ title }) => title === name)?.months ?? {};
      const [target, achieved, percentage] = [of('target'), of('achieved'), of('percentage')];
      const shown = (value: number | null | undefined, how: (n: number) => string): string =>
        value === null || value === undefined ? '–' : how(value);
      return (
        <Figures
          title={cards.achievement}
          heads={[say.month, say.target, say.achieved, say.percentage]}
          rows={Object.keys(achieved)
            .toSorted(byMonth)
            .map((month) => [
              monthText(month),
              shown(target[month], moneyShort),
              shown(achieved[month], moneyShort),
              shown(percentage[month], percent),
            ])}
        />
      );
    }}
  </Card>
);

export const Cards = () => (
  <div className={css.cards}>
    <Allocation />
    <Target />
    <Calls />
    <Activities />
    <Promises />
    <Payments />
    <Statuses />
    <Patterns />
    <Outcomes />
    <Top title={cards.topDispositions} source={dashboard.topDispositions} />
    <Top title={cards.topSubDispositions} source={dashboard.topSubDispositions} />
    <Settlements />
    <Achievement />
  </div>
);
