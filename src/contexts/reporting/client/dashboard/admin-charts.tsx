/** The agency's month as its admins see it. */
import { AgeingCard, FunnelCard } from '../charts/loan-charts.tsx';
import { HoursCard } from '../charts/hours-card.tsx';
import { MonthChart } from '../charts/month-chart.tsx';
import { MonthKpis } from '../charts/month-kpis.tsx';
import { PromiseCalendar } from '../charts/promise-calendar.tsx';
import { RollsCard } from '../charts/rolls/rolls-card.tsx';
import parts from '../parts/parts.module.css';
import css from './dashboard.module.css';

const paymentsOf = (day: string): string => `/admin/payments?fromDate=${day}&toDate=${day}`;

/** The figures and the month. */
export const AdminMonth = () => (
  <>
    <MonthKpis />
    <div className={css.course}>
      <MonthChart dayTo={paymentsOf} />
      <FunnelCard />
    </div>
  </>
);

/** Components of the card. */
export const AdminCharts = () => (
  <div className={parts.pairs}>
    <PromiseCalendar />
    <HoursCard />
    <AgeingCard />
    <RollsCard />
  </div>
);
