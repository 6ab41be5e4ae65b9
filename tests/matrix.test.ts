/**
 * Every endpoint, as every role, for every owner's rows. Endpoints have no special cases: a new one is covered by the
 * contract.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEndpoints } from '../src/app/contract.ts';
import type { Endpoint } from '../src/kernel/contract/endpoint.ts';
import { judgeWaitingPlans } from '../src/contexts/settlements/server/plans/keep.ts';
import { sql } from '../src/kernel/server/database/sql.ts';
import { systemClock } from '../src/kernel/server/operation/clock.ts';
import { type TestServer, boot } from './kit.ts';
import { keeper, watcher } from './matrix/changes.ts';
import { headersOf, inputOf, pointsAt, requestOf } from './matrix/inputs.ts';
import {
  type Actor,
  type Owner,
  type Whose,
  actors,
  canariesOf,
  everyone,
  fill,
  isExpected,
  isOwned,
  mayReach,
  owners,
} from './matrix/world.ts';

let server: TestServer;
let changes: () => Promise<string[]>;
let putBack: (tables: readonly string[]) => Promise<void>;

beforeAll(async () => {
  server = await boot();
  await fill(server.database);
  putBack = await keeper(server.database);
  changes = await watcher(server.database);
});
afterAll(() => server.stop());

interface Asked {
  endpoint: Endpoint;
  line: { method: string; path: string };
  actor: Actor;
  whose: Whose;
}
interface Answer {
  status: number;
  code: string;
  text: string;
  requestId: string;
}
const titleOf = ({ line, actor, whose }: Asked): string =>
  `${line.method} ${line.path} as ${actor.name} for the row of ${whose}`;

async function ask({ endpoint, line, actor, whose }: Asked): Promise<Answer> {
  const { path, init } = requestOf(endpoint, line, inputOf(endpoint, whose));
  const response = await fetch(server.url + path, { ...init, headers: headersOf(endpoint, actor) });
  const text = await response.text();
  const body = (text.startsWith('{') ? JSON.parse(text) : {}) as { code?: string; requestId?: string };
  return { status: response.status, code: body.code ?? '', text, requestId: body.requestId ?? '' };
}

/** Everybody's row where the input can point at one, else one call. */
function choices(endpoint: Endpoint): readonly Whose[] {
  const kinds = pointsAt(endpoint);
  if (kinds.length === 0) return ['any'];
  return kinds.some(isOwned) ? everyone : ['a1', 'nobody', 'any'];
}
const walk = (
  endpoint: Endpoint,
  pick: (actor: Actor) => boolean,
  rows: readonly Whose[] = choices(endpoint),
): Asked[] =>
  actors
    .filter(pick)
    .flatMap((actor) =>
      [endpoint, ...endpoint.also].flatMap((line) => rows.map((whose) => ({ endpoint, line, actor, whose }))),
    );

const denialsOf = (
  requestIds: readonly string[],
): Promise<{ id: string; actor: number; endpoint: string }[]> =>
  server.database.rows(sql`
    select request_id as id, actor_id as actor, facts->>'endpoint' as endpoint from event
    where type = 'access.denied' and request_id = any(${requestIds})`);

const ownerNames = Object.keys(owners) as Owner[];
const seen = new Set<string>();

/** Leaks of a response about invisible rows. */
function leaksIn({ text }: Answer, { actor, endpoint }: Asked): string[] {
  // Full numbers are the purpose of `reveal`; their owner is checked below.
  if (endpoint.name !== 'loans.reveal')
    for (const canary of ownerNames.flatMap(canariesOf)) if (text.includes(canary)) seen.add(canary);
  return ownerNames
    .filter((owner) => !actor.sees.includes(owner) && actor.id !== owners[owner])
    .flatMap(canariesOf)
    .filter((canary) => text.includes(canary));
}
const plain = ({ status, text, requestId }: Answer): string => `${status} ${text.replaceAll(requestId, '')}`;

const endpoints = allEndpoints();

test.each(endpoints)('$name refuses everybody without the right and changes nothing', async (endpoint) => {
  // A missing permission applies to every row: an existing and a missing one suffice.
  const rows = choices(endpoint)
    .filter((whose) => ['a1', 'nobody', 'any'].includes(whose))
    .slice(0, 2);
  const refused = walk(endpoint, (actor) => !isExpected(actor, endpoint.can), rows);
  const answers = await Promise.all(refused.map(ask));
  expect(await changes()).toEqual([]);
  const told = await denialsOf(answers.map(({ requestId }) => requestId));
  const judged = refused.map((asked, i) => {
    const answer = answers[i] as Answer;
    const isKnown = asked.actor.role !== null;
    const title = titleOf(asked);
    const events = told.filter(({ id }) => id === answer.requestId);
    const wanted = { id: answer.requestId, actor: asked.actor.id, endpoint: endpoint.name };
    return {
      is: [title, answer.status, answer.code, leaksIn(answer, asked), events],
      shouldBe: isKnown ? [title, 403, 'FORBIDDEN', [], [wanted]] : [title, 401, 'NOT_SIGNED_IN', [], []],
    };
  });
  expect(judged.map(({ is }) => is)).toEqual(judged.map(({ shouldBe }) => shouldBe));
});

/** Settlement plans are judged in the background: its writes must finish before the reset. */
async function plansJudged(): Promise<void> {
  await judgeWaitingPlans(server.database, systemClock);
  // Where the server itself was faster, it may not have committed yet.
  const waiting = () => server.database.rows(sql`select from settlement_queue`);
  await expect.poll(waiting).toEqual([]);
}

/** Permitted calls: nothing leaks, and only an accepted write changes anything. */
async function askAllowed(asked: readonly Asked[]): Promise<Answer[]> {
  const answers = await Promise.all(asked.map(ask));
  const changed = await changes();
  const told = asked.map((one, i) => {
    const answer = answers[i] as Answer;
    const mayChange = answer.status < 400 && one.endpoint.writes;
    const isAnswered = answer.status < 500 && answer.code !== 'NOT_SIGNED_IN';
    return [titleOf(one), isAnswered, leaksIn(answer, one), mayChange ? [] : changed];
  });
  expect(told).toEqual(asked.map((one) => [titleOf(one), true, [], []]));
  if (changed.length > 0) {
    await plansJudged();
    await putBack(await changes());
  }
  return answers;
}

/** Reads run together; a write starts from the initial state. */
const roundsOf = (endpoint: Endpoint, calls: readonly Asked[]): (readonly Asked[])[] =>
  endpoint.writes ? calls.map((one) => [one]) : [calls];

test.each(endpoints)('$name serves who may, and only their rows', async (endpoint) => {
  const kinds = pointsAt(endpoint).filter(isOwned);
  const answers = new Map<string, Answer>();
  const allowed = walk(endpoint, (actor) => isExpected(actor, endpoint.can));
  for (const round of roundsOf(endpoint, allowed)) {
    const told = await askAllowed(round);
    round.forEach((asked, i) => answers.set(titleOf(asked), told[i] as Answer));
  }
  // No permission was denied.
  expect(await denialsOf([...answers.values()].map(({ requestId }) => requestId))).toEqual([]);
  for (const asked of allowed) {
    const { actor, whose } = asked;
    const answer = answers.get(titleOf(asked)) as Answer;
    const nowhere = answers.get(titleOf({ ...asked, whose: 'nobody' }));
    const isForeign =
      kinds.length > 0 && whose !== 'any' && kinds.every((kind) => !mayReach(actor, kind, whose));
    // Another owner's row and a missing row are indistinguishable.
    if (isForeign && nowhere)
      expect([titleOf(asked), plain(answer)]).toEqual([titleOf(asked), plain(nowhere)]);
    const isOwn = kinds.length > 0 && kinds.every((kind) => mayReach(actor, kind, whose));
    if (isOwn) expect([titleOf(asked), answer.code]).not.toEqual([titleOf(asked), 'NOT_FOUND']);
  }
});

test('the marks that must not leak do appear where they may', () => {
  for (const owner of ownerNames) {
    const [name, key, loan, mobile, masked, pan, , remark, file, person] = canariesOf(owner);
    for (const mark of [name, key, loan, masked, remark, file, person]) expect(seen).toContain(mark);
    expect(seen).not.toContain(mobile);
    expect(seen).not.toContain(pan);
  }
});
