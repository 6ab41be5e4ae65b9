/** Screens as a feature would declare them. */
import { columnsOf } from '../../src/kernel/ui/list/columns/columns.tsx';
import { fieldsOf } from '../../src/kernel/ui/form/fields.ts';
import { filtersOf } from '../../src/kernel/ui/list/filters.ts';
import { money, moneyShort } from '../../src/kernel/ui/parts/values/format.ts';
import type { BarProps } from '../../src/kernel/ui/list/list-spec.ts';
import { listScreen } from '../../src/kernel/ui/list/list-screen.tsx';
import { masterScreen } from '../../src/kernel/ui/master/master-screen.tsx';
import { cases, rooms, wides } from './contract.ts';

const col = columnsOf(cases.list);
const filter = filtersOf(cases.list);
const tones = { Open: 'warn', Paid: 'good', Broken: 'bad' } as const;

function Bar({ ids, clear, matching }: BarProps) {
  const assign = (): void => {
    // Exposes an action's input to tests.
    document.title = JSON.stringify(matching ?? [...ids]);
    clear();
  };
  return (
    <button type="button" onClick={assign}>
      Assign
    </button>
  );
}

export const CasesScreen = listScreen({
  source: cases.list,
  title: 'Cases',
  empty: 'No cases yet. They come with a file of the lender.',
  active: true,
  columns: [
    col.text('name', 'Borrower', { pin: 'start', width: 220 }),
    col.money('due', 'Due'),
    col.day('promisedOn', 'Promised on'),
    col.money('paid', 'Paid'),
    col.number('calls', 'Calls'),
    col.pill('status', 'Status', (status) => tones[status]),
    col.flag('isHot', 'Hot'),
    col.person('agent', 'Agent'),
    col.tags('tags', 'Tags', { width: 220 }),
    col.moment('changedAt', 'Changed at'),
    col.text('number', 'Loan Number', { pin: 'end', width: 150 }),
  ],
  filters: [
    filter('status', 'Status'),
    filter('from', 'Promised', { until: 'to' }),
    filter('clientIds', 'Client'),
    filter('portfolioId', 'Portfolio'),
    filter('isHot', 'Hot'),
  ],
  href: ({ id }) => `?case=${id}`,
  selectable: ({ isDNC }) => !isDNC,
  bar: Bar,
  takesMatching: true,
  expand: ({ number, calls }) => `${number} was called ${calls} times.`,
  actions: [
    {
      label: 'Close case',
      run: cases.close,
      when: ({ status }) => status !== 'Paid',
      asks: ({ name }) => `Close the case of ${name}?`,
      says: { done: 'Case closed' },
    },
    { label: 'Print', run: () => window.print() },
  ],
  totals: (summary) => {
    const { due, paid } = summary as { due: number; paid: number };
    return { due: money(due), paid: moneyShort(paid) };
  },
  export: { can: 'staff', run: () => Promise.resolve() },
});

const room = columnsOf(rooms.list);
const field = fieldsOf(rooms.create);

export const RoomsScreen = masterScreen({
  source: rooms,
  columns: [room.text('name', 'Name'), room.money('rent', 'Rent'), room.text('opens', 'Opens')],
  fields: [
    field.text('name', 'Name'),
    field.time('opens', 'Opens'),
    field.choice('floor', 'Floor'),
    field.pick('clientId', 'Client'),
    field.pick('portfolioId', 'Portfolio'),
    field.money('rent', 'Rent'),
    field.number('seats', 'Seats'),
    field.text('mobile', 'Mobile'),
    field.text('email', 'E-mail'),
    field.day('since', 'Since'),
    field.flag('isQuiet', 'Quiet'),
    field.area('about', 'Description'),
  ],
  says: {
    title: 'Rooms',
    one: 'Room',
    empty: 'No rooms yet. Add the rooms of this centre.',
    created: 'Room added successfully',
    updated: 'Room updated successfully',
    failed: 'Something went wrong!',
  },
});

const wide = columnsOf(wides.list);
export const WideScreen = listScreen({
  source: wides.list,
  title: 'Wide',
  empty: 'Nothing',
  columns: Array.from({ length: 18 }, (_, i) =>
    wide.of(`c${i}`, `Column ${i + 1}`, (row) => (row as Record<string, unknown>)[`c${i}`] as string, {
      width: 130,
    }),
  ),
  selectable: () => true,
});
