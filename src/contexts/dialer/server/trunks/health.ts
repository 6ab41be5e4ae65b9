/** Health of trunks and caller IDs: tallies carried and rejected calls and steps the breakers of both lines. */
import type { z } from 'zod/mini';
import type { lines } from '#contexts/dialer/contract/lines.ts';
import { dayInIndia } from '#kernel/contract/india.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { signal } from '#kernel/server/live/event.ts';
import { sql } from '#kernel/server/database/sql.ts';
import {
  type LineHealth,
  type LineResult,
  type Rate,
  isOut,
  newLine,
  recentMs,
  restore,
  stepLines,
} from './breaker.ts';

/** Name of the exchange's default trunk, used without configured trunks. */
export const onlyTrunk = 'exchange';
const trunkLine = (trunkId: number | null): string => (trunkId === null ? onlyTrunk : String(trunkId));
type Kind = 'trunk' | 'caller_id';

/** Result of one call, or its rejection by one trunk. */
export interface LineReport {
  what: LineResult;
  trunk: string;
  callerId: string | null;
  /** Post-dial delay, up to the first ring or early media. */
  delayMs: number | null;
  sip: number | null;
}

/** Returns the report of a call for its lines, in the transaction that ends or reroutes it. */
export async function reportOf(
  tx: Tx,
  attemptId: number,
  what: LineResult,
  sip: number | null = null,
): Promise<LineReport | undefined> {
  const row = await tx.one<{ trunkId: number | null; callerId: string | null; delayMs: number | null }>(sql`
    select trunk_id as "trunkId", caller_id as "callerId",
      (extract(epoch from least(progress_at, ringing_at, answered_at) - dialed_at) * 1000)::float8 as "delayMs"
    from call_attempts where id = ${attemptId} and direction = 'outbound' and dialed_at is not null`);
  return row && { what, trunk: trunkLine(row.trunkId), callerId: row.callerId, delayMs: row.delayMs, sip };
}

const toMs = (text: string | null): number | null => (text === null ? null : Date.parse(text));
const toDate = (at: number | null): Date | null => (at === null ? null : new Date(at));
interface Row {
  kind: Kind;
  refusedInRow: number;
  refusedWith: string | null;
  carriedWith: string | null;
  carriedAt: string | null;
  recent: Rate;
  usual: Rate;
  evidence: number;
  outSince: string | null;
  outUntil: string | null;
  why: LineHealth['why'];
  trips: number;
  trippedAt: string | null;
}
const toHealth = ({ kind: _kind, ...row }: Row): LineHealth => ({
  ...row,
  carriedAt: toMs(row.carriedAt),
  outSince: toMs(row.outSince),
  outUntil: toMs(row.outUntil),
  trippedAt: toMs(row.trippedAt),
});

const selectHealth = sql`
  select h.kind, h.refused_in_row as "refusedInRow", h.refused_with as "refusedWith", h.carried_with as "carriedWith",
      h.carried_at as "carriedAt", json_build_object('calls', h.recent_calls, 'answers', h.recent_answers) as recent,
      json_build_object('calls', h.usual_calls, 'answers', h.usual_answers) as usual, h.evidence,
      h.out_since as "outSince", h.out_until as "outUntil", h.why, h.trips, h.tripped_at as "trippedAt"
    from line_health h`;

/** Locks both lines, in the same order everywhere. */
async function lockLines(tx: Tx, { trunk, callerId }: LineReport): Promise<Row[]> {
  const kinds = ['trunk', ...(callerId === null ? [] : ['caller_id'])];
  const lines = [trunk, ...(callerId === null ? [] : [callerId])];
  const named = sql`select * from unnest(${kinds}::text[], ${lines}::text[]) x (kind, line)`;
  await tx.run(
    sql`insert into line_health (kind, line) select x.kind, x.line from (${named}) x on conflict do nothing`,
  );
  return tx.rows<Row>(sql`
    ${selectHealth} where (h.kind, h.line) in (${named}) order by h.kind, h.line for no key update`);
}

const saveHealth = (tx: Tx, [kind, line]: readonly [Kind, string], h: LineHealth, sip: number | null) =>
  tx.run(sql`
    update line_health set refused_in_row = ${h.refusedInRow}, refused_with = ${h.refusedWith},
      carried_with = ${h.carriedWith}, carried_at = ${toDate(h.carriedAt)}, recent_calls = ${h.recent.calls},
      recent_answers = ${h.recent.answers}, usual_calls = ${h.usual.calls}, usual_answers = ${h.usual.answers},
      evidence = ${h.evidence}, out_since = ${toDate(h.outSince)}, out_until = ${toDate(h.outUntil)}, why = ${h.why},
      trips = ${h.trips}, tripped_at = ${toDate(h.trippedAt)}, last_status = coalesce(${sip}, last_status)
    where kind = ${kind} and line = ${line}`);

const countCall = (tx: Tx, { what, delayMs, ...o }: LineReport, day: string): Promise<number> =>
  tx.run(sql`
    insert into line_days as d (kind, line, day, calls, answered, refused, delays, delay_ms)
    select x.kind, x.line, ${day}::date, ${what === 'refused' ? 0 : 1}::int, ${what === 'answered' ? 1 : 0}::int,
      ${what === 'refused' ? 1 : 0}::int, ${delayMs === null ? 0 : 1}::int, ${Math.max(0, Math.round(delayMs ?? 0))}::bigint
    from (values ('caller_id', ${o.callerId}::text), ('trunk', ${o.trunk})) x (kind, line)
    where x.line is not null order by 1, 2
    on conflict (day, kind, line) do update set calls = d.calls + excluded.calls, answered = d.answered + excluded.answered,
      refused = d.refused + excluded.refused, delays = d.delays + excluded.delays, delay_ms = d.delay_ms + excluded.delay_ms`);

/** A line that a report took out of service or put back, with the reason. */
interface LineChange {
  kind: Kind;
  line: string;
  isOut: boolean;
  why: LineHealth['why'];
}

/** Records a report in a separate transaction, after that of the call, because all calls share these rows. */
export const recordCall = (database: Database, report: LineReport, now: Date): Promise<LineChange[]> =>
  database.transaction(async (tx) => {
    const rows = await lockLines(tx, report);
    const of = (kind: Kind): LineHealth => {
      const row = rows.find((one) => one.kind === kind);
      return row ? toHealth(row) : newLine;
    };
    const others = await tx.one<Rate>(sql`
      select coalesce(sum(recent_calls * x.weight), 0) as calls, coalesce(sum(recent_answers * x.weight), 0) as answers
      from line_health cross join lateral (
        select exp(-least(500, greatest(0, date_part('epoch', ${now}::timestamptz - carried_at)) * 1000 / ${recentMs})) as weight) x
      where kind = 'trunk' and line <> ${report.trunk} and out_until is null`);
    const before = { trunk: of('trunk'), callerId: report.callerId === null ? null : of('caller_id') };
    const after = stepLines(before, {
      what: report.what,
      at: now.getTime(),
      trunkName: report.trunk,
      callerIdName: report.callerId,
      others: others ?? { calls: 0, answers: 0 },
    });
    await saveHealth(tx, ['trunk', report.trunk], after.trunk, report.sip);
    if (after.callerId && report.callerId !== null)
      await saveHealth(tx, ['caller_id', report.callerId], after.callerId, report.sip);
    await countCall(tx, report, dayInIndia(now));
    const changes: LineChange[] = [];
    const compare = (kind: Kind, line: string, was: LineHealth, is: LineHealth): void => {
      if (isOut(was) !== isOut(is)) changes.push({ kind, line, isOut: isOut(is), why: is.why ?? was.why });
    };
    compare('trunk', report.trunk, before.trunk, after.trunk);
    if (before.callerId && after.callerId && report.callerId !== null)
      compare('caller_id', report.callerId, before.callerId, after.callerId);
    if (changes.length > 0) await signal(tx, { stale: ['trunks', 'dialer'], to: [] });
    return changes;
  });

/** Returns today's figures (India), and lines out of service whether or not they carried a call. */
export const listLinesToday = (tx: Tx, now: Date) =>
  tx.rows<z.output<typeof lines.today.gives>>(sql`
    select kind, line, coalesce(t.name, line) as name, coalesce(d.calls, 0) as calls, coalesce(d.answered, 0) as answered,
      coalesce(d.refused, 0) as refused, (d.delay_ms / nullif(d.delays, 0))::int as "delayMs", h.out_since as "outSince",
      h.out_until as "outUntil", h.why, h.last_status as "lastStatus"
    from (select kind, line, calls, answered, refused, delays, delay_ms from line_days where day = ${dayInIndia(now)}::date) d
      full join (select * from line_health) h using (kind, line)
      left join trunks t on kind = 'trunk' and t.id::text = line
    where d.line is not null or h.out_until is not null
    order by kind desc, name`);

/** Restores a line at an administrator's request; false if it is in service already. */
export async function restoreLine(tx: Tx, kind: Kind, line: string): Promise<boolean> {
  const row = await tx.one<Row>(
    sql`${selectHealth} where h.kind = ${kind} and h.line = ${line} and h.out_until is not null for no key update`,
  );
  if (!row) return false;
  await saveHealth(
    tx,
    [kind, line],
    { ...restore(toHealth(row)), trips: 0, trippedAt: null, evidence: 0 },
    null,
  );
  return true;
}
