import type { Month } from '#kernel/contract/field.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleUsers } from '#contexts/agency/server/visible.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

type Draft = Record<string, unknown>;
const named = (path: string, isThere: unknown): string[] => (isThere ? [] : [path]);

/** Requires an active subject, and a portfolio of its client. */
export async function checkSubject(
  tx: Tx,
  { clientId, portfolioId, allocationTypeId }: Draft,
): Promise<void> {
  const found = await tx.one<{ client: boolean; portfolio: boolean; type: boolean }>(sql`
    select exists (select from clients where id = ${clientId} and is_active) as client,
      exists (select from portfolios where id = ${portfolioId} and client_id = ${clientId} and is_active) as portfolio,
      exists (select from allocation_types where id = ${allocationTypeId} and is_active) as type`);
  const wrong = [
    ...named('clientId', found?.client),
    ...named('portfolioId', found?.portfolio),
    ...named('allocationTypeId', found?.type),
  ];
  refuse(wrong);
}

/** Owners are active users visible to the caller, neither agents nor lenders' users. */
export async function checkHierarchyOwner(tx: Tx, actor: ServerActor, ownerId: unknown): Promise<void> {
  const isThere = await tx.one(sql`
    select 1 as ok from users u join roles r on r.id = u.role_id
    where u.id = ${ownerId} and u.is_active and r.role_type not in ('agent', 'client')
      and ${visibleUsers(actor, sql`u.id`)}`);
  refuse(named('ownerId', isThere));
}

function refuse(wrong: readonly string[]): void {
  if (wrong.length === 0) return;
  throw new Failure(
    'INVALID_INPUT',
    {},
    wrong.map((path) => ({ path, fault: 'invalid' })),
  );
}

/** The rows of these months. */
export const inMonths = (months: readonly Month[]): Fragment =>
  sql`(year, month) in (select * from unnest(${months.map(({ year }) => year)}::int[], ${months.map(({ month }) => month)}::int[]))`;
