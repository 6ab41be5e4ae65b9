/** Subordinates: updated after any transfer, fast among ten thousand users, and acyclic. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '../../src/contexts/agency/contract/users.ts';
import { type Database, sqlState } from '../../src/kernel/server/database/database.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let database: Database;
beforeAll(async () => {
  server = await boot();
  ({ database } = server);
});
afterAll(() => server.stop());

const agentRole = 7;
/** `count` users with ids from `first`; each leader is an id or null. */
async function people(first: number, leaders: readonly (number | null)[]): Promise<void> {
  for (const [i, leader] of leaders.entries())
    await database.run(sql`insert into users (id, first_name, last_name, email, role_id, reporting_to)
      values (${first + i}, 'P', ${String(first + i)}, ${`p${first + i}@tree.test`}, ${agentRole}, ${leader})`);
}
const move = (id: number, leader: number | null): Promise<number> =>
  database.run(sql`update users set reporting_to = ${leader} where id = ${id}`);
const below = async (id: number): Promise<number[]> =>
  (
    await database.rows<{ id: number }>(
      sql`select user_id as id from user_below where ancestor_id = ${id} order by user_id`,
    )
  ).map((row) => row.id);

/** Missing and extra pairs of the closure table, compared with the tree. */
const wrongPairs = (): Promise<object[]> =>
  database.rows(sql`
    with recursive up (user_id, ancestor_id) as (
      select id, id from users
      union all select up.user_id, u.reporting_to from up join users u on u.id = up.ancestor_id where u.reporting_to is not null)
    (select 'missing' as what, user_id, ancestor_id from up except select 'missing', user_id, ancestor_id from user_below)
    union all
    (select 'left over', user_id, ancestor_id from user_below except select 'left over', user_id, ancestor_id from up)`);

describe('moves', () => {
  test('include all subordinates', async () => {
    // 1 leads 2 and 3; 4 and 5 report to 3, 6 to 5.
    await people(1001, [null, 1001, 1001, 1003, 1003, 1005]);
    expect(await below(1001)).toEqual([1001, 1002, 1003, 1004, 1005, 1006]);
    await move(1003, 1002);
    expect(await below(1002)).toEqual([1002, 1003, 1004, 1005, 1006]);
    await move(1005, null);
    expect([await below(1001), await below(1005)]).toEqual([
      [1001, 1002, 1003, 1004],
      [1005, 1006],
    ]);
    expect(await wrongPairs()).toEqual([]);
  });

  test('of any kind, in any order, produce the correct tree; only cycles are rejected', async () => {
    const first = 2001;
    const size = 12;
    await people(first, Array<null>(size).fill(null));
    const leaders = new Map<number, number | null>();
    const isBelow = (id: number, top: number): boolean => {
      for (let at: number | null = id; at !== null; at = leaders.get(at) ?? null) if (at === top) return true;
      return false;
    };
    const someone = fc.integer({ min: first, max: first + size - 1 });
    const moves = fc.array(fc.tuple(someone, fc.option(someone, { freq: 8 })), {
      minLength: 10,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(moves, async (list) => {
        for (const [id, leader] of list) {
          const isCircle = leader !== null && isBelow(leader, id);
          const state = await move(id, leader).then(() => 'moved', sqlState);
          expect(state).toBe(isCircle ? 'RC001' : 'moved');
          if (!isCircle) leaders.set(id, leader);
        }
        expect(await wrongPairs()).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });
});

describe('circles', () => {
  test('are rejected by name without changes', async () => {
    const admin = await server.as('edit_user');
    await people(3001, [null, 3001, 3002]);
    for (const [id, reportingTo] of [
      [3001, 3003],
      [3001, 3002],
      [3001, 3001],
    ] as const) {
      const { status, body } = await refusal(admin.call(users.edit, { id: String(id), reportingTo }));
      expect([status, body.code, body.message]).toEqual([
        422,
        'HIERARCHY_CYCLE',
        'A person cannot report to somebody below them.',
      ]);
    }
    expect(await below(3001)).toEqual([3001, 3002, 3003]);
  });

  test('are not closed by two moves at the same moment', async () => {
    const admin = await server.as('edit_user');
    await people(3101, [null, null]);
    for (let round = 0; round < 10; round++) {
      const [one, other] = await Promise.allSettled([
        admin.call(users.edit, { id: '3101', reportingTo: 3102 }),
        admin.call(users.edit, { id: '3102', reportingTo: 3101 }),
      ]);
      expect([one.status, other.status].toSorted()).toEqual(['fulfilled', 'rejected']);
      await move(3101, null);
      await move(3102, null);
    }
    expect(await wrongPairs()).toEqual([]);
  });

  test('are visible to a concurrent transfer', async () => {
    await people(3201, [null, null]);
    const [first, second] = [await database.connect(), await database.connect()];
    await first.query('begin');
    await first.query('update users set reporting_to = 3202 where id = 3201');
    const waiting = second.query('update users set reporting_to = 3201 where id = 3202').then(
      () => 'moved',
      (error: unknown) => sqlState(error),
    );
    await first.query('commit');
    expect(await waiting).toBe('RC001');
    first.release();
    second.release();
    expect(await wrongPairs()).toEqual([]);
  });
});

test("a user added during the leader's transfer is below the new leaders", async () => {
  await people(4001, [null, null, 4001]);
  const [mover, joiner] = [await database.connect(), await database.connect()];
  await mover.query('begin');
  await mover.query('update users set reporting_to = 4002 where id = 4003');
  const joined = joiner.query(
    `insert into users (id, first_name, last_name, email, role_id, reporting_to) values (4004, 'N', 'N', 'n@tree.test', 7, 4003)`,
  );
  await mover.query('commit');
  await joined;
  mover.release();
  joiner.release();
  expect(await below(4002)).toEqual([4002, 4003, 4004]);
  expect(await wrongPairs()).toEqual([]);
});

test('users added in one statement in any order are placed correctly; a cycle is rejected', async () => {
  const add = (rows: readonly (readonly [number, number | null])[]) =>
    database.run(sql`
      insert into users (id, first_name, last_name, email, role_id, reporting_to)
      select (r->>0)::bigint, 'P', 'P', 'once' || (r->>0) || '@tree.test', ${agentRole}, (r->>1)::bigint
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r`);
  await add([
    [5004, 5003],
    [5002, 5001],
    [5005, 5004],
    [5001, null],
    [5003, 5002],
  ]);
  expect(await below(5001)).toEqual([5001, 5002, 5003, 5004, 5005]);
  expect(await wrongPairs()).toEqual([]);
  const circles = [
    [[5011, 5011]],
    [
      [5011, 5012],
      [5012, 5011],
    ],
    [
      [5011, 5013],
      [5012, 5011],
      [5013, 5012],
    ],
  ] as const;
  for (const circle of circles) expect(await add(circle).catch(sqlState)).toBe('RC001');
});

describe('ten thousand users', () => {
  const root = 10_001;
  beforeAll(async () => {
    // Four levels: one, ten, hundred, remaining.
    const many = sql`
      insert into users (id, first_name, last_name, email, role_id, reporting_to)
      select ${root} + n, 'Many', n::text, 'many' || n || '@tree.test', ${agentRole},
        case when n = 0 then null when n <= 10 then ${root} when n <= 110 then ${root} + 1 + n % 10 else ${root} + 11 + n % 100 end
      from generate_series(0, 9999) n`;
    // As background work, without a short timeout.
    await database.transaction((tx) => tx.run(many));
    await database.run(sql`analyze users, user_below`);
  });

  test('are all below the first, and a tenth below each second', async () => {
    expect(await below(root)).toHaveLength(10_000);
    expect(await below(root + 1)).toHaveLength(1000);
    expect(await wrongPairs()).toEqual([]);
  });

  test('are found through the index, not by looking at everyone', async () => {
    const plan = await database.rows<{ 'QUERY PLAN': string }>(
      sql`explain select user_id from user_below where ancestor_id = 10050`,
    );
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toMatch(/Index|Bitmap/);
    expect(text).not.toMatch(/Seq Scan/);
  });

  test('transfer a thousand at once', async () => {
    const both = (await below(root + 1)).length + (await below(root + 2)).length;
    await move(root + 1, root + 2);
    expect(await below(root + 2)).toHaveLength(both);
    expect(await wrongPairs()).toEqual([]);
  });

  test('are listed by page, sorted and searched', async () => {
    const admin = await server.as('list_user');
    for (const asked of [
      { isActive: true },
      { isActive: true, page: 60 },
      { isActive: true, sort: '-roleName' },
      { isActive: true, q: 'many 77' },
    ] as const)
      expect((await admin.call(users.list, asked)).rows.length).toBeGreaterThan(10);
  });

  test('are searchable for their leader only', async () => {
    const lead = await server.person({ roleType: 'tech_lead', flags: ['list_user_dropdown'] });
    await move(root + 200, lead.id);
    const found = await lead.call(users.dropdown, { q: 'many' });
    expect(found.map(({ id }) => id)).toEqual([root + 200]);
  });
});
