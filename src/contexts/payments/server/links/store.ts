import type { LinkState, linkChannels } from '#contexts/payments/contract/pay/payment-links.ts';
import type { MessageStatus } from '#kernel/contract/channels/descriptor.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleLoan } from '#contexts/loans/server/visible.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { type LinkStanding, stateOf } from './rules.ts';

export type LinkChannel = (typeof linkChannels)[number];

export interface LinkedLoan {
  id: number;
  assigneeId: number | null;
  accountId: number | null;
  path: string | null;
  loanNumber: string;
  name: string;
  lender: string;
  email: string | null;
}
/** Locked, so that two links of one loan are created one after the other. */
export const lockLinkedLoan = (tx: Tx, actor: ServerActor, loanId: number): Promise<LinkedLoan | undefined> =>
  tx.one<LinkedLoan>(sql`
    select l.id, l.assignee_id as "assigneeId", a.id as "accountId", a.path,
      l.loan_number as "loanNumber", b.name, c.name as lender, b.email
    from loans l join borrowers b on b.id = l.borrower_id join clients c on c.id = l.client_id
      left join payment_accounts a on a.id = l.payment_account_id and a.is_active
    where l.id = ${loanId} and ${visibleLoan(actor, sql`l`)} for no key update of l`);

/** Ten digits when the loan has this number, named by its field or in full. */
export const ownNumber = async (tx: Tx, loanId: number, said: string): Promise<string | undefined> =>
  (
    await tx.one<{ number: string }>(sql`
      select n.number from loans l cross join lateral (
        values ('mobile', l.mobile), ('alternateContact1', l.alternate_contact1), ('alternateContact2', l.alternate_contact2)
        union all select 'otherMobiles.' || (o.place - 1), o.number
          from unnest(l.other_mobiles) with ordinality o (number, place)) n (contact, number)
      where l.id = ${loanId} and n.number ~ '^\\d{10}$' and ${said} in (n.contact, n.number) limit 1`)
  )?.number;

/** The link before this one is no longer valid. */
export async function insertCode(
  tx: Tx,
  o: {
    code: string;
    loanId: number;
    userId: number;
    channel: LinkChannel;
    messageId: number;
    amount: number | null;
    reason: string | null;
    now: Date;
    expiresAt: Date;
  },
): Promise<number> {
  await tx.run(sql`
    update payment_codes set revoked_at = ${o.now}, is_replaced = true
    where loan_id = ${o.loanId} and revoked_at is null and paid_at is null`);
  const made = await tx.one<{ id: number }>(sql`
    insert into payment_codes (code, loan_id, user_id, channel, message_id, amount, reason, created_at, expires_at)
    values (${o.code}, ${o.loanId}, ${o.userId}, ${o.channel}, ${o.messageId}, ${o.amount}, ${o.reason}, ${o.now}, ${o.expiresAt})
    returning id`);
  if (!made) throw new Error('no link kept');
  return made.id;
}

interface Row extends LinkStanding {
  id: number;
  loanId: number;
  code: string;
  path: string | null;
  amount: number | null;
  channel: LinkChannel;
  to: string | null;
  message: MessageStatus | null;
  createdAt: string;
  by: string | null;
}
export type LinkRow = Omit<Row, 'code' | 'path' | 'paidAt' | 'revokedAt' | 'isReplaced' | 'isOver'> & {
  url: string;
  state: LinkState;
};

const rowsWhere = (actor: ServerActor, condition: Fragment): Fragment => sql`
  select k.id, k.loan_id as "loanId", k.code, a.path, k.amount, k.channel,
    coalesce('XXXXXX' || right(m.mobile, 4), left(m.email, 1) || '***@' || split_part(m.email, '@', 2)) as "to",
    m.status as message, k.created_at as "createdAt", k.expires_at as "expiresAt", k.opened_at as "openedAt",
    k.paid_at as "paidAt", k.revoked_at as "revokedAt", k.is_replaced as "isReplaced",
    k.is_over and l.paid_off_at is not null as "isOver", u.first_name || ' ' || u.last_name as by
  from payment_codes k join loans l on l.id = k.loan_id left join payment_accounts a on a.id = l.payment_account_id
    left join messages m on m.id = k.message_id left join users u on u.id = k.user_id
  where ${visibleLoan(actor, sql`l`)} and ${condition}`;

export const urlOf = (publicUrl: string, path: string | null, code: string): string =>
  `${publicUrl}/pay${path ? `/${path}` : ''}?q=${code}`;

const shown =
  (publicUrl: string, now: Date) =>
  ({ code, path, paidAt, revokedAt, isReplaced, isOver, ...row }: Row): LinkRow => ({
    ...row,
    url: urlOf(publicUrl, path, code),
    state: stateOf({ ...row, paidAt, revokedAt, isReplaced, isOver }, now),
  });

interface Asking {
  actor: ServerActor;
  publicUrl: string;
  now: Date;
}
export const linkById = async (tx: Tx, id: number, o: Asking): Promise<LinkRow | undefined> =>
  (await tx.rows<Row>(rowsWhere(o.actor, sql`k.id = ${id}`))).map(shown(o.publicUrl, o.now))[0];

export const linksOf = async (tx: Tx, loanId: number, o: Asking): Promise<LinkRow[]> =>
  (
    await tx.rows<Row>(sql`${rowsWhere(o.actor, sql`k.loan_id = ${loanId}`)} order by k.id desc limit 10`)
  ).map(shown(o.publicUrl, o.now));

export const revokeCode = (tx: Tx, id: number, now: Date): Promise<number> =>
  tx.run(sql`
    update payment_codes set revoked_at = ${now} where id = ${id} and revoked_at is null and paid_at is null`);
