/** The start of agents and team leaders, with what other features bring to it. */
import { lazy } from 'react';
import { HomeScreen } from '#contexts/work/client/home/home.screen.tsx';
import { TodaysTask } from '#contexts/work/client/tasks/todays-tasks.tsx';

const Figures = lazy(async () => ({
  default: (await import('#contexts/reporting/client/dashboard/dashboard.screen.tsx')).Dashboard,
}));

export const Home = () => <HomeScreen Task={TodaysTask} Figures={Figures} />;
