import { nameHas } from '#kernel/server/database/search.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { hundredthsIn } from '#contexts/lenders/contract/rules/waiver-rules.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleUsers } from '#contexts/agency/server/visible.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql, where } from '#kernel/server/database/sql.ts';

interface Asked {
  q?: string;
  ids?: number[];
  clientId?: number;
  withClient?: boolean;
}
const most = 200;

/** Active portfolios, or those that are chosen already, whether active or not. */
export const offeredPortfolios = (
  tx: Tx,
  { q, ids, clientId, withClient = false }: Asked,
): Promise<{ id: number; name: string; clientName?: string }[]> =>
  tx.rows(sql`
    select p.id, p.name ${withClient ? sql`, c.name as "clientName"` : sql``}
    from portfolios p join clients c on c.id = p.client_id
    ${where([
      ids ? sql`p.id = any(${ids})` : sql`p.is_active`,
      q !== undefined && sql`${nameHas(sql`p.name`, q)}`,
      clientId !== undefined && sql`p.client_id = ${clientId}`,
    ])} order by p.name, p.id limit ${most}`);

const wrong = (path: string): Failure => new Failure('INVALID_INPUT', {}, [{ path, fault: 'invalid' }]);

/** Loans and targets reference the client, so a portfolio with any cannot change its client. */
export async function checkClient(
  tx: Tx,
  clientId: unknown,
  before?: Record<string, unknown>,
): Promise<void> {
  if (clientId === undefined || clientId === before?.clientId) return;
  if (!(await tx.one(sql`select 1 as ok from clients where id = ${clientId} and is_active`)))
    throw wrong('clientId');
  if (!before) return;
  const isUsed = await tx.one(sql`
    select 1 as ok where exists (select from allocation_type_hierarchy where portfolio_id = ${before.id})
      or exists (select from loans where client_id = ${before.clientId} and portfolio_id = ${before.id})`);
  if (isUsed) throw new Failure('PORTFOLIO_IN_USE');
}

/** Owners are active, visible users of the agency. */
export async function checkPortfolioOwner(
  tx: Tx,
  actor: ServerActor,
  ownerId: unknown,
  was?: unknown,
): Promise<void> {
  if (ownerId === undefined || ownerId === was) return;
  const isThere = await tx.one(sql`
    select 1 as ok from users u join roles r on r.id = u.role_id
    where u.id = ${ownerId} and u.is_active and r.role_type <> 'client' and ${visibleUsers(actor, sql`u.id`)}`);
  if (!isThere) throw wrong('ownerId');
}

/** A percentage, or nothing; what stood there before there was a rule may stay. */
export function checkWaiver(said: unknown, was?: unknown): void {
  if (typeof said !== 'string' || said === '' || said === was) return;
  if (hundredthsIn(said) === undefined) throw wrong('maxWavier');
}
