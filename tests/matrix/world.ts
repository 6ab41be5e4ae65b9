/** A small agency with recognisable rows, and its users. */
import { anyUpload } from '../../src/contexts/files/contract/upload-flags.ts';
import type { Flag } from '../../src/kernel/contract/flags.ts';
import { flags } from '../../src/kernel/contract/flags.ts';
import { permissionId } from '../../src/contexts/agency/contract/permission-ids.ts';
import type { Access, RoleType } from '../../src/kernel/contract/access.ts';
import { hashOf } from '../../src/kernel/server/http/actor.ts';
import type { Database, Tx } from '../../src/kernel/server/database/database.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { changePayments } from '../world.ts';

/** Permissions of this test; filled into the database roles. */
export const holds: Readonly<Record<RoleType, readonly Flag[]>> = {
  system_admin: [],
  admin: flags.filter((flag) => flag !== 'create_permissions' && flag !== 'list_portfolio_dropdown'),
  manager: ['list_user_dropdown', 'list_break', 'edit_user', 'add_user', 'upload_borrower_file'],
  supervisor: ['list_user_dropdown', 'list_break', 'list_client_dropdown'],
  authorized_officer: ['edit_user', 'upload_payments_file'],
  tech_lead: ['list_user_dropdown', 'list_break', 'edit_user', 'approve_reject_settlement'],
  agent: ['list_user_dropdown'],
  client: ['decide_as_lender'],
};

/** Owners of rows; the last two are only in the admins' subtree. */
export const owners = { a1: 101, a2: 102, b1: 103, stranger: 104 } as const;
export type Owner = keyof typeof owners;
const ownerNames = Object.keys(owners) as Owner[];

export interface Actor {
  name: string;
  id: number;
  role: RoleType | null;
  /** Owners of loans, users and jobs visible to this actor. */
  sees: readonly Owner[];
}
const all = ownerNames;
export const actors: readonly Actor[] = [
  { name: 'anonymous', id: 0, role: null, sees: [] },
  { name: 'agent A1', id: owners.a1, role: 'agent', sees: ['a1'] },
  { name: 'agent A2, same lead', id: owners.a2, role: 'agent', sees: ['a2'] },
  { name: 'agent B1, other lead', id: owners.b1, role: 'agent', sees: ['b1'] },
  { name: 'team lead TA', id: 105, role: 'tech_lead', sees: ['a1', 'a2'] },
  { name: 'manager', id: 107, role: 'manager', sees: ['a1', 'a2', 'b1'] },
  { name: 'authorised officer', id: 108, role: 'authorized_officer', sees: [] },
  { name: 'supervisor', id: 109, role: 'supervisor', sees: [] },
  { name: 'admin', id: 110, role: 'admin', sees: all },
  { name: 'portal user of lender 1', id: 111, role: 'client', sees: [] },
  { name: 'portal user of lender 2', id: 112, role: 'client', sees: [] },
  { name: 'system admin', id: 113, role: 'system_admin', sees: all },
  { name: 'deactivated lead', id: 114, role: null, sees: [] },
  { name: 'admin with an expired session', id: 115, role: null, sees: [] },
];

/** Parents before their children. Role ids are those of the bare agency: one of each role type, in order of rank. */
const people: readonly [id: number, role: number, leader: number | null, lender: number | null][] = [
  [107, 3, null, null],
  [105, 6, 107, null],
  [106, 6, 107, null],
  [101, 7, 105, null],
  [102, 7, 105, null],
  [103, 7, 106, null],
  [104, 7, null, null],
  [108, 5, null, null],
  [109, 4, null, null],
  [110, 2, null, null],
  [111, 8, null, 1],
  [112, 8, null, 2],
  [113, 1, null, null],
  [114, 6, 107, null],
  [115, 2, null, null],
];

export const tokenOf = (id: number): string => `token-of-user-${id}-${'x'.repeat(20)}`;
const sessionOf = (id: number): number => id + 1000;

/** Texts that must be invisible to actors without access to this owner. */
export const canariesOf = (owner: Owner): string[] => {
  const n = owners[owner];
  return [
    `Borrower${n}Canary`,
    `BCB${n}KEY`,
    `LN${n}CANARY`,
    `9${n}76543${n % 10}`,
    `XXXXXX543${n % 10}`,
    `ABCPX${n}4F`,
    `borrower${n}@canary.test`,
    `Remark${n}Canary`,
    `File${n}Canary`,
    `Person${n}Canary`,
    `person${n}@canary.test`,
  ];
};

async function addPeople(tx: Tx): Promise<void> {
  for (const [role, list] of Object.entries(holds))
    await tx.run(sql`update roles set flags = ${[...list]} where slug = ${role}`);
  for (const [id, role, leader, lender] of people) {
    await tx.run(sql`
      insert into users (id, first_name, last_name, email, role_id, reporting_to, client_id, is_active)
      values (${id}, ${`Person${id}Canary`}, 'Test', ${`person${id}@canary.test`}, ${role}, ${leader}, ${lender}, ${id !== 114})`);
    await tx.run(sql`
      insert into session (id, token_hash, user_id, expires_at, idle) overriding system value
      values (${sessionOf(id)}, ${hashOf(tokenOf(id))}, ${id},
        now() + ${id === 115 ? '-1 minute' : '1 hour'}::interval, interval '1 hour')`);
  }
}

/** One borrower with a loan, a promise and a file job for each owner; ids are the owner's plus a hundred for each table. */
async function addLoans(tx: Tx): Promise<void> {
  for (const owner of ownerNames) {
    const id = owners[owner];
    const lender = id % 2 === 0 ? 2 : 1;
    const [name, key, loan, mobile, , pan, email, remark, file] = canariesOf(owner);
    await tx.run(sql`insert into borrowers (id, client_id, client_borrower_id, name, pan, email)
      values (${id + 100}, ${lender}, ${key}, ${name}, ${pan}, ${email})`);
    await tx.run(sql`
      insert into loans (id, client_id, portfolio_id, borrower_id, loan_number, assignee_id, mobile, alternate_contact1)
      values (${id + 200}, ${lender}, ${lender}, ${id + 100}, ${loan}, ${id}, ${mobile}, ${mobile})`);
    await tx.run(sql`
      insert into borrower_dispositions (id, loan_id, borrower_id, user_id, disposition_id, comments, amount, action_date)
      values (${id + 300}, ${id + 200}, ${id + 100}, ${id}, 1, ${remark}, 100, current_date)`);
    await tx.run(sql`
      insert into uploads (id, key, user_id, purpose, file_name, content_type, max_bytes, expires_at) overriding system value
      values (${id + 400}, ${`customer-file/${id}`}, ${id}, 'customer-file', ${`${file}.csv`}, 'text/csv', 10, now())`);
    await tx.run(sql`insert into file_jobs (id, upload_id, type, client_id, portfolio_id, created_by, error_file_key, sends)
      values (${id + 500}, ${id + 400}, 'CUSTOMER_FILE', ${lender}, ${lender}, ${id}, ${`error-file/${id}`}, '{"ivr":{"id":1,"name":"Round"}}')`);
    await tx.run(
      sql`insert into dnc_numbers (id, loan_id, mobile, status) values (${id + 600}, ${id + 200}, ${mobile}, 'active')`,
    );
  }
}

export const fill = (database: Database): Promise<void> =>
  database.transaction(async (tx) => {
    await addPeople(tx);
    await addLoans(tx);
    await tx.run(sql`insert into breaks (id, name, duration) values (1, 'Tea', '00:15')`);
    await tx.run(sql`insert into centers (id, name, state_id, city_id) values (1, 'Town', 1, 1)`);
    await tx.run(
      sql`insert into campaigns (id, name, campaign_type, max_ratio, client_id) values (1, 'Early', 'predictive', 3, 1)`,
    );
    await tx.run(sql`insert into allocation_types (id, name) values (1, 'Fresh')`);
    await tx.run(sql`
      insert into allocation_type_hierarchy (id, allocation_type_id, client_id, portfolio_id, owner_id, month, year, target)
      values (1, 1, 1, 1, 107, 1, 2026, 100)`);
    // Not in force: settlements are decided here as without a policy.
    await tx.run(sql`insert into authority_steps (id, name, kind, place, role_type, hours, except_line, is_active)
      values (1, 'Managers', 'settlement', 1, 'manager', 24, false, false)`);
    for (const owner of ownerNames) await addBelongings(tx, owners[owner]);
  });

/** Group, tag and payment of an owner's loan, and its participant. */
async function addBelongings(tx: Tx, id: number): Promise<void> {
  const loan = id + 200;
  await tx.run(sql`insert into loan_groups (id, client_id, group_id, leader_id)
    values (${id + 600}, ${id % 2 === 0 ? 2 : 1}, ${`G${id}`}, ${id + 100})`);
  await tx.run(sql`update loans set loan_group_id = ${id + 600} where id = ${loan}`);
  await tx.run(
    sql`insert into loan_tags (u_id, loan_id, name, color_code) values (${tagOf(id)}::uuid, ${loan}, 'Legal', '#5f3dc4')`,
  );
  await tx.run(sql`insert into loan_participants (loan_id, type, name, mobile, email)
    values (${loan}, 'Guarantor', ${`Borrower${id}Canary`}, ${`9${id}76543${id % 10}`}, ${`borrower${id}@canary.test`})`);
  await changePayments(
    tx,
    sql`insert into payments (loan_id, user_id, amount, payment_date, realized, source)
    values (${loan}, ${id}, 5000, current_date, true, 'DISPOSITION')`,
  );
  await tx.run(sql`insert into settlements (id, loan_id, user_id, amount, settlement_date, comments)
    values (${id + 800}, ${loan}, ${id}, 5000, current_date, ${`Remark${id}Canary`})`);
  await tx.run(sql`insert into settlement_remarks (settlement_id, content, user_id)
    values (${id + 800}, ${`Remark${id}Canary`}, ${id})`);
  await tx.run(sql`insert into list_views (id, user_id, list, name, words, arrangement) overriding system value
    values (${id + 900}, ${id}, 'loans.list', ${`File${id}Canary`}, '{}', '{}')`);
  const seen = Buffer.from(`Remark${id}Canary`);
  // Sent already: a new notice would be sent a moment later, during the check.
  await tx.run(sql`insert into visit_notices (borrower_id, user_id, loan_id, asked_by, asked_at, told_at, became)
    select distinct on (borrower_id, assignee_id) borrower_id, assignee_id, id, assignee_id, now(), now(), 'told' from loans
    where assignee_id is not null order by borrower_id, assignee_id, id on conflict do nothing`);
  await tx.run(sql`insert into visits (id, visit_key, loan_id, borrower_id, user_id, outcome, comments, place, effective_at,
      photo_key, photo, photo_type)
    values (${id + 700}, '3f2c1a90-0000-4000-8000-000000000000', ${loan}, ${id + 100}, ${id}, 'locked', ${`Remark${id}Canary`},
      'none', now(), ${`visit-photo/${id}`}, ${seen}, 'image/jpeg')`);
  await tx.run(sql`insert into cash_receipts (id, number, loan_id, client_id, user_id, amount, taken_at, day, code, state)
    overriding system value
    values (${id + 1000}, ${`CR-${id}`}, ${loan}, (select client_id from loans where id = ${loan}), ${id}, 5000, now(), current_date,
      ${`code-${id}`}, 'deposited')`);
  await tx.run(sql`insert into cash_deposits (id, user_id, client_id, amount, bank, branch, slip_number, deposited_on, made_at,
      photo_key, photo_bytes, photo_type) overriding system value
    select id, user_id, client_id, amount, ${`Remark${id}Canary`}, 'Katni', number, day, taken_at, ${`cash-slip/${id}`}, ${seen},
      'image/jpeg' from cash_receipts where id = ${id + 1000}`);
  await tx.run(
    sql`insert into cash_deposit_receipts (deposit_id, receipt_id) values (${id + 1000}, ${id + 1000})`,
  );
}
const tagOf = (id: number): string => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;

/** Row of a kind per owner; unowned kinds have one for all. */
const places: Readonly<Record<string, (id: number) => number | string>> = {
  users: (id) => id,
  agents: (id) => id,
  borrowers: (id) => id + 100,
  loans: (id) => id + 200,
  'borrower-dispositions': (id) => id + 300,
  dnc: (id) => id + 600,
  visits: (id) => id + 700,
  'loan-groups': (id) => id + 600,
  settlements: (id) => id + 800,
  'loan-tags': tagOf,
  files: (id) => id + 500,
  session: sessionOf,
  'list-views': (id) => id + 900,
  'cash-deposits': (id) => id + 1000,
};
/** Unowned rows: the role is widely grantable. */
const common: Readonly<Record<string, number>> = {
  roles: 7,
  parentRoles: 3,
  permissions: permissionId('list_break'),
};
const nobody = 987_654_321;

/** Owner of the rows; none; or, where optional, any. */
export type Whose = Owner | 'nobody' | 'any';
export const everyone: readonly Whose[] = [...ownerNames, 'nobody', 'any'];

export const isOwned = (kind: string): boolean => kind in places;
export const rowOf = (kind: string, whose: Whose): number | string => {
  if (whose === 'nobody') return nobody;
  return places[kind]?.(owners[whose === 'any' ? 'a1' : whose]) ?? common[kind] ?? 1;
};

/** Sessions and saved views are private; uploads are visible to senders; all others by hierarchy. */
export const mayReach = (actor: Actor, kind: string, whose: Whose): boolean =>
  whose !== 'nobody' &&
  whose !== 'any' &&
  (kind === 'session' || kind === 'list-views' ? owners[whose] === actor.id : actor.sees.includes(whose)) &&
  (kind !== 'files' || isExpected(actor, anyUpload));

/** Expected permission of this actor, computed independently of the product's `may`. */
export function isExpected({ role }: Actor, can: Access): boolean {
  if (can === 'public') return true;
  if (can === 'schedule') return false;
  if (!role) return false;
  const has = (flag: string): boolean =>
    role === 'system_admin' || (holds[role] as readonly string[]).includes(flag);
  if (can === 'signed-in') return true;
  if (can === 'staff') return role !== 'client';
  if (can === 'system-admin') return role === 'system_admin';
  if (typeof can === 'string') return has(can);
  if ('all' in can) return can.all.every(has);
  if ('admins' in can) return role.endsWith('admin') ? can.admins.some(has) : role !== 'client';
  const isRole = !('roles' in can) || can.roles.includes(role);
  return isRole && (!can.any || can.any.some(has));
}
