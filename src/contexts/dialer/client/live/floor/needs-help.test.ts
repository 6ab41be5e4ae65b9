import { expect, test } from 'vitest';
import { inNeed } from './needs-help.ts';

const now = 1_800_000_000;
const agent = (id: number, status: string, minutes: number) => ({
  id,
  agentName: `Agent ${id}`,
  extension: '',
  campaignId: 1,
  name: 'Campaign',
  status,
  timestamp: now - minutes * 60,
});
const needs = (...rows: ReturnType<typeof agent>[]) =>
  inNeed(rows, now).map(({ row, need }) => [row.id, need]);

test('long wrap-ups are listed first, then long breaks, then long idle times', () => {
  expect(
    needs(
      agent(1, 'IDLE', 45),
      agent(2, 'BREAK-LUNCH', 34),
      agent(3, 'wrap-up', 4),
      agent(4, 'on-break', 50),
    ),
  ).toEqual([
    [3, 'writing'],
    [4, 'break'],
    [2, 'break'],
    [1, 'idle'],
  ]);
});

test('agents at work, just paused or never signed in need no help', () => {
  const never = { ...agent(5, 'IDLE', 0), timestamp: 0 };
  expect(needs(agent(1, 'on-call', 90), agent(2, 'wrap-up', 2), agent(3, 'BREAK-TEA', 10), never)).toEqual(
    [],
  );
});
