/** The start of agents and team leaders, with what other features bring to it. */
import { lazy } from 'react';
import { HomeScreen } from '#client/features/home/home.screen.tsx';
import { TodaysTask } from '#client/features/tasks/todays-tasks.tsx';

const Figures = lazy(async () => ({
  default: (await import('#client/features/dashboard/dashboard.screen.tsx')).Dashboard,
}));

export const Home = () => <HomeScreen Task={TodaysTask} Figures={Figures} />;
