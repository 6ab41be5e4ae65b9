import { usersTask } from '#contexts/work/contract/users-task.ts';
import { tasksText as say } from '#contexts/work/text/en/tasks.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { momentWords } from '#kernel/ui/parts/values/format.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { Calling, type Task } from './calling.tsx';
import { TaskLoans } from './task-loans.tsx';

const col = columnsOf(usersTask.list);
const filter = filtersOf(usersTask.list);

const progress = ({ isAttended, total }: Task): string => say.done(isAttended, total);
const date = filter('startDate', say.from, { until: 'endDate' });
const calling = col.custom('calling', say.calling, (task) => <Calling task={task} />, {
  text: (task) => (task.total === task.isAttended ? say.completed : ''),
  width: 220,
});
const person = col.of('agent', say.agent, ({ taskUser }) => taskUser.agentName);
const counts = [
  col.number('total', say.total),
  col.number('isAttended', say.attended, { width: 110 }),
  col.number('isPending', say.pending),
  col.number('isLead', say.lead),
  col.number('isFailed', say.failedCalls),
  col.number('isDNC', say.dnc),
  col.number('isPaidOff', say.paidOff),
];
const rest = [
  col.of('createdBy', say.createdBy, ({ createdByUser }) => createdByUser.agentName),
  col.moment('createdAt', say.createdAt),
];
const common = {
  source: usersTask.list,
  title: say.title,
  empty: say.empty,
  expand: ({ id }: Task) => <TaskLoans id={id} />,
  card: (task: Task) => ({
    who: task.name,
    much: progress(task),
    next: [momentWords(task.createdAt), task.taskUser.agentName].join(' · '),
    more: <Calling task={task} />,
  }),
};

/** Without an agent column for the user's tasks. */
export const OwnTasksScreen = listScreen({
  ...common,
  columns: [col.text('name', say.name, { width: 220 }), calling, ...counts, ...rest],
  filters: [date],
});

export const TasksScreen = listScreen({
  ...common,
  columns: [col.text('name', say.name, { width: 220 }), person, calling, ...counts, ...rest],
  filters: [date, filter('userIds', say.users)],
});
