/** The start of agents and team leaders, with what other features bring to it. */
import { HomeScreen } from '#client/features/home/home.screen.tsx';
import { TodaysTask } from '#client/features/tasks/todays-tasks.tsx';

export const Home = () => <HomeScreen Task={TodaysTask} />;
