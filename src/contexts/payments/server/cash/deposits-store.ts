/** Cash deposits with their receipts. */
import { nameHas } from '#kernel/server/database/search.ts';
import type { z } from 'zod/mini';
import type { cashDeposits } from '#contexts/payments/contract/cash/cash-deposits.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleUsers } from '#contexts/agency/server/visible.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';
import { paged } from '#kernel/server/database/table.ts';
import { asReference } from '../lists/payment-search.ts';
import type { CashAsked } from './lists.ts';

type Row = z.output<typeof cashDeposits.list.gives>;

const seen = (actor: ServerActor): Fragment =>
  actor.roleType === 'client' ? sql`false` : visibleUsers(actor, sql`d.user_id`);
/** Of a confirmed one: what is missing at the bank. */
const variance = sql`case when d.state = 'confirmed' then d.amount - d.received end`;

export async function pageOfDeposits(
  { tx, actor }: CashAsked,
  query: z.output<typeof cashDeposits.list.takes>,
): Promise<Page<Row> & { summary: { amount: number; variance: number } }> {
  const chosen = sql`from cash_deposits d join users u on u.id = d.user_id ${where([
    seen(actor),
    ...narrow<typeof cashDeposits.list>(query, {
      ids: (ids) => sql`d.id = any(${ids})`,
      state: (state) => sql`d.state = ${state}`,
      userIds: (ids) => sql`d.user_id = any(${ids})`,
      centerIds: (ids) => sql`u.center_id = any(${ids})`,
      clientIds: (ids) => sql`d.client_id = any(${ids})`,
      isShort: (is) => sql`(d.short > 0) = ${is}`,
      hasVariance: (has) => (has ? sql`${variance} <> 0` : sql`${variance} is not distinct from 0`),
      mine: (isMine) => isMine && sql`d.user_id = ${actor.id}`,
      fromDate: (day) => sql`d.deposited_on >= ${day}`,
      toDate: (day) => sql`d.deposited_on <= ${day}`,
      q: (q) => sql`(upper(d.slip_number) = upper(${asReference(q)}) or ${nameHas(sql`d.bank`, q)})`,
    }),
  ])}`;
  const page = await counted(tx, query, chosen, () =>
    tx.planned<Row>(sql`
      select d.id, d.client_id as "clientId", c.name as client, d.user_id as "userId", u.first_name || ' ' || u.last_name as agent,
        e.name as center, d.amount, (select count(*)::int from cash_deposit_receipts x where x.deposit_id = d.id) as receipts,
        d.bank, d.branch, d.slip_number as "slipNumber", d.deposited_on as "depositedOn", d.made_at as "madeAt",
        d.photo_key is not null as "hasPhoto", d.state, d.received, ${variance} as variance, d.short, d.variance_reason as "varianceReason",
        o.first_name || ' ' || o.last_name as "varianceOwner", w.first_name || ' ' || w.last_name as "decidedBy",
        d.decided_at as "decidedAt", (select m.reason from cash_moves m where m.deposit_id = d.id and m.kind = 'undone') as "undoReason",
        d.user_id = ${actor.id} as "isMine"
      from (select d.id ${chosen} order by d.id desc ${paged(query)}) p join cash_deposits d on d.id = p.id
        join users u on u.id = d.user_id join clients c on c.id = d.client_id left join centers e on e.id = u.center_id
        left join users o on o.id = d.variance_owner_id left join users w on w.id = d.decided_by
      order by d.id desc`),
  );
  const [sum] = await tx.planned<{ amount: number; variance: number }>(sql`
    select coalesce(sum(d.amount), 0)::bigint as amount, coalesce(sum(${variance}), 0)::bigint as variance ${chosen}`);
  return { ...page, summary: sum ?? { amount: 0, variance: 0 } };
}

export interface Deposit {
  id: number;
  userId: number;
  clientId: number;
  amount: number;
  received: number | null;
  state: string;
  /** Paise that the agent still owes. */
  short: number;
}
/** Only one the caller sees. */
export const lockDeposit = (tx: Tx, actor: ServerActor, id: number): Promise<Deposit | undefined> =>
  tx.one<Deposit>(sql`
    select d.id, d.user_id as "userId", d.client_id as "clientId", d.amount, d.received, d.state, d.short from cash_deposits d
    where d.id = ${id} and ${seen(actor)} for update`);

/** True if some of its short cash was recovered or written off. */
export const isShortCleared = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.one(sql`
    select 1 as ok from cash_moves where deposit_id = ${id} and kind in ('recovered', 'written-off') limit 1`)) !==
  undefined;

export const photoOf = (
  tx: Tx,
  actor: ServerActor,
  id: number,
): Promise<{ key: string; type: string; bytes: Buffer | null } | undefined> =>
  tx.one(sql`
    select d.photo_key as key, d.photo_type as type, d.photo_bytes as bytes from cash_deposits d
    where d.id = ${id} and d.photo_key is not null and ${seen(actor)}`);

/** Required unless the lender waives it. */
export const needsPhoto = async (tx: Tx, clientId: number): Promise<boolean> =>
  (await tx.one<{ is: boolean }>(sql`select cash_slip_photo as is from clients where id = ${clientId}`))
    ?.is ?? true;

export interface NewDeposit {
  userId: number;
  clientId: number;
  amount: number;
  bank: string;
  branch: string;
  slipNumber: string;
  depositedOn: string;
  photo: { key: string; type: string; bytes: Buffer } | undefined;
  now: Date;
}
/** Undefined where this slip is on another deposit. */
export const insertDeposit = async (tx: Tx, o: NewDeposit): Promise<number | undefined> =>
  (
    await tx.one<{ id: number }>(sql`
    insert into cash_deposits (user_id, client_id, amount, bank, branch, slip_number, deposited_on, photo_key, photo_type,
      photo_bytes, made_at)
    values (${o.userId}, ${o.clientId}, ${o.amount}, ${o.bank}, ${o.branch}, ${o.slipNumber}, ${o.depositedOn},
      ${o.photo?.key ?? null}, ${o.photo?.type ?? null}, ${o.photo?.bytes ?? null}, ${o.now})
    on conflict do nothing returning id`)
  )?.id;

/** The receipts in this user's hands: the named ones, or all of the lender. */
export const receiptsInHand = (
  tx: Tx,
  o: { userId: number; clientId: number; ids: readonly number[] | undefined },
): Promise<{ id: number; amount: number; day: string }[]> =>
  tx.rows(sql`
    select r.id, r.amount, r.day from cash_receipts r
    where r.user_id = ${o.userId} and r.client_id = ${o.clientId} and r.state = 'in-hand'
      and (${o.ids === undefined} or r.id = any(${[...(o.ids ?? [])]}::bigint[])) order by r.id for update`);

export async function putIntoDeposit(
  tx: Tx,
  depositId: number,
  receiptIds: readonly number[],
  now: Date,
): Promise<void> {
  const ids = [...receiptIds];
  await tx.run(sql`insert into cash_deposit_receipts (deposit_id, receipt_id)
    select ${depositId}, id from unnest(${ids}::bigint[]) id`);
  await tx.run(
    sql`update cash_receipts set state = 'deposited', first_deposited_at = coalesce(first_deposited_at, ${now}) where id = any(${ids}::bigint[])`,
  );
}

/** The receipts of a deposit are confirmed with it, or in hand again. */
export async function moveReceipts(tx: Tx, depositId: number, state: 'confirmed' | 'in-hand'): Promise<void> {
  await tx.run(sql`
    update cash_receipts r set state = ${state} from cash_deposit_receipts d
    where d.deposit_id = ${depositId} and d.is_live and r.id = d.receipt_id`);
  if (state === 'in-hand')
    await tx.run(sql`update cash_deposit_receipts set is_live = false where deposit_id = ${depositId}`);
}
