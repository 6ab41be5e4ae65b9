/** Large exports: above a limit they need a second approver, where a policy of authority requires it. */
import { type Act, line } from '#contexts/authority/server/acts/act.ts';
import { plainFacts } from '#contexts/authority/contract/rules.ts';
import { exportTypes } from '#kernel/contract/export-types.ts';
import { files } from '#contexts/files/contract/files.ts';
import { users } from '#contexts/agency/contract/users.ts';
import { may } from '#kernel/contract/access.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { type ExportSource, exportFiltersOf } from '#kernel/server/files/export.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';

interface Asked {
  type: string;
  export_type?: string;
  filters?: Record<string, unknown>;
}
export const exportAct = (sources: () => readonly ExportSource[]): Act => ({
  kind: 'export',
  endpoint: files.parse,
  async read({ type, export_type: of, filters = {} }: Asked, { tx, actor, now }) {
    const source = type === 'EXPORT' ? sources().find((one) => one.type === of) : undefined;
    const known = exportTypes.find(({ id }) => id === of);
    // Unknown and unpermitted ones are rejected by the endpoint.
    if (!source || !known || !may(actor, known.can) || !may(actor, source.list.can)) return undefined;
    // One after another: two at once would not know of each other.
    await tx.run(sql`select pg_advisory_xact_lock(7095, ${actor.id}::int)`);
    const { count } = source.read(actor, exportFiltersOf(source, filters), now);
    const rows = (await tx.one<{ n: number }>(count))?.n ?? 0;
    // A limit is of a day: a list in ten parts is as many rows as the list.
    const before = await tx.one<{ n: number }>(sql`
      select coalesce(sum(total_records), 0)::int as n from file_jobs where type = 'EXPORT' and created_by = ${actor.id}
        and created_at >= ${businessDay(now)}::timestamp at time zone 'Asia/Kolkata'`);
    const today = Number(rows) + (before?.n ?? 0);
    return {
      name: known.name,
      lines: [
        line('list', null, known.name),
        line('rows', null, Number(rows).toLocaleString('en-IN')),
        ...(today > Number(rows) ? [line('rowsToday', null, today.toLocaleString('en-IN'))] : []),
      ],
      facts: plainFacts({ count: today }),
      clientId: null,
      also: filters,
    };
  },
});

/** A streamed export can be neither totalled first nor pending: with a limit, a job writes it. */
export const directFileAct: Act = {
  kind: 'export',
  endpoint: users.list,
  read({ export: isFile = false }: { export?: boolean }, { actor }) {
    if (isFile && may(actor, 'export_user')) throw new Failure('EXPORT_LIMITED');
    return Promise.resolve(undefined);
  },
};
