import { expect, test } from 'vitest';
import { type Board, rereadIn, withChanges } from './board.ts';

const row = (id: number, status: string, campaignId: number | null = 3) => ({
  id,
  agentName: `Agent ${id}`,
  extension: '',
  campaignId,
  name: campaignId === null ? '' : `Campaign ${campaignId}`,
  status,
  timestamp: 100,
});
const board = (): Board => ({
  rows: [row(1, 'waiting'), row(2, 'on-call'), row(4, 'waiting', 5)],
  count: 3,
  summary: { statusCount: { waiting: 2, 'on-call': 1 }, breaks: { 'BREAK-TEA': 600 } },
});

test('a change moves one row and the totals, and keeps other rows identical', () => {
  const before = board();
  const { board: after, isUnclear } = withChanges(before, {}, [[1, 'waiting', 'on-call', 200, 5]]);
  expect(isUnclear).toBe(false);
  expect(after.rows[0]).toEqual({ ...row(1, 'on-call', 5), timestamp: 200 });
  expect(after.rows[1]).toBe(before.rows[1]);
  expect(after.summary).toEqual({ statusCount: { waiting: 1, 'on-call': 2 }, breaks: { 'BREAK-TEA': 600 } });
});

test('an agent of another page is counted', () => {
  const { board: after, isUnclear } = withChanges(board(), {}, [[9, 'on-call', 'wrap-up', 200, 3]]);
  expect(isUnclear).toBe(false);
  expect(after.summary).toEqual({ statusCount: { waiting: 2, 'wrap-up': 1 }, breaks: { 'BREAK-TEA': 600 } });
});

test('a filtered list drops agents that stop matching and reloads for new ones', () => {
  const away = withChanges(board(), { status: 'waiting' }, [[1, 'waiting', 'BREAK-TEA', 200, 3]]);
  expect(away.board.rows.map(({ id }) => id)).not.toContain(1);
  expect(away.isUnclear).toBe(false);
  expect(withChanges(board(), { status: 'break' }, [[7, 'IDLE', 'BREAK-TEA', 200, 3]]).isUnclear).toBe(true);
});

test("a team's board ignores changes of other teams", () => {
  const before = board();
  const other = withChanges(before, { leadId: 7 }, [[9, 'on-call', 'wrap-up', 200, 3]]);
  expect(other).toEqual({ board: before, isUnclear: false });
  const own = withChanges(before, { leadId: 7 }, [[1, 'waiting', 'on-call', 200, 3]]);
  expect(own.isUnclear).toBe(false);
  expect(own.board.summary).toMatchObject({ statusCount: { waiting: 1, 'on-call': 2 } });
});

test.each<[string, Parameters<typeof withChanges>[2][number]]>([
  ['a login', [7, 'logged-out', 'First-login', 200, 3]],
  ['a campaign nobody here works in', [1, 'waiting', 'waiting', 200, 99]],
  ['a change too long to be told', [1]],
])('%s is read again', (_, change) => {
  expect(withChanges(board(), {}, [change]).isUnclear).toBe(true);
});

test('the first login reloads the board at once, later ones together', () => {
  expect(rereadIn(5000, undefined)).toBe(0);
  expect(rereadIn(5500, 5000)).toBe(1500);
  expect(rereadIn(9000, 5000)).toBe(0);
});
