/** The start of agents and team leaders, with what other features bring to it. */
import { HomeScreen } from '#contexts/work/client/home/home.screen.tsx';
import { TodaysTask } from '#contexts/work/client/tasks/todays-tasks.tsx';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

const Figures = lazy(async () => ({
  default: (await import('#contexts/reporting/client/dashboard/dashboard.screen.tsx')).Dashboard,
}));
const Own = lazy(async () => ({
  default: (await import('#contexts/reporting/client/dashboard/own/own-day.tsx')).OwnDay,
}));
const Act = lazy(async () => ({
  default: (await import('#contexts/borrower-page/client/outcome/loan-act.tsx')).LoanAct,
}));
/** Agents decide nothing. */
const Lead = lazy(async () => ({ default: (await import('./lead.tsx')).Lead }));

export const Home = () => <HomeScreen Task={TodaysTask} Act={Act} Own={Own} Lead={Lead} Figures={Figures} />;
