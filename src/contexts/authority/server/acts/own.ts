/** Acts of the contexts below: the address of a lender, and who has which rights. */
import { flagOf } from '#contexts/agency/contract/permission-ids.ts';
import { permissions, roles } from '#contexts/agency/contract/roles.ts';
import { users } from '#contexts/agency/contract/users.ts';
import { rolesText } from '#contexts/agency/text/en/roles.ts';
import { plainFacts } from '#contexts/authority/contract/rules.ts';
import { clients } from '#contexts/lenders/contract/clients.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { byKey } from '#kernel/server/database/table.ts';
import { type LimitDraft, limitLines, maxWaiverAct } from './lender-limits.ts';
import { type Act, type ActReading, line } from './act.ts';

const differs = (before: string, after: string | undefined): after is string =>
  after !== undefined && after.trim().toLowerCase() !== before.toLowerCase();

interface Lender {
  id: number;
  name: string;
  email: string;
  person: string;
  letters: string;
}
interface LenderDraft extends LimitDraft {
  id: string;
  contactPersonEmail?: string;
  letterAddresses?: string;
}
/** The contact email is a sign-in, allowed email addresses receive letters, and limits bind agents, so changes need approval. */
const lenderAddress: Act = {
  kind: 'account',
  endpoint: clients.edit,
  waitsADay: true,
  async read({ id, contactPersonEmail: email, letterAddresses: letters, ...limits }: LenderDraft, { tx }) {
    const is = await tx.one<Lender>(sql`
      select id, name, contact_person_email as email, contact_person as person, letter_addresses as letters
      from clients where ${byKey(id)}`);
    if (!is) return undefined;
    const lines = [
      ...(differs(is.email, email) ? [line('email', is.email, email)] : []),
      ...(letters !== undefined && letters !== is.letters ? [line('letters', is.letters, letters)] : []),
      ...(await limitLines(tx, is.id, limits)),
    ];
    if (lines.length === 0) return undefined;
    const told = is.email === '' ? undefined : { email: is.email, name: is.person };
    return { name: is.name, lines, facts: plainFacts({}), clientId: is.id, told };
  },
};

interface User {
  id: number;
  name: string;
  email: string;
  roleId: number;
  role: string;
  type: string;
  clientId: number | null;
}
const userOf = (tx: Tx, id: string): Promise<User | undefined> =>
  tx.one(sql`
    select u.id, u.first_name || ' ' || u.last_name as name, u.email, u.role_id as "roleId", r.name as role,
      r.role_type as type, u.client_id as "clientId"
    from users u join roles r on r.id = u.role_id where u.id = (select id from users where ${byKey(id)})`);
const roleName = async (tx: Tx, id: number): Promise<string> =>
  (await tx.one<{ name: string }>(sql`select name from roles where id = ${id}`))?.name ?? '';

interface UserDraft {
  id: string;
  email?: string;
  roleId?: number;
}
/** The same address by another endpoint: the lender's user. */
const portalAddress: Act = {
  kind: 'account',
  endpoint: users.edit,
  waitsADay: true,
  async read({ id, email }: UserDraft, { tx }) {
    const is = await userOf(tx, id);
    if (is?.type !== 'client' || !differs(is.email, email)) return undefined;
    const { name, clientId } = is;
    const lines = [line('email', is.email, email)];
    return { name, lines, facts: plainFacts({}), clientId, told: { email: is.email, name } };
  },
};
/** The email is a sign-in, so changing a colleague's email grants their role. */
const roleOfUser: Act = {
  kind: 'role',
  endpoint: users.edit,
  async read({ id, email, roleId }: UserDraft, { tx }) {
    const is = await userOf(tx, id);
    if (!is) return undefined;
    const isMoved = is.type !== 'client' && differs(is.email, email);
    const changed = [
      ...(roleId === undefined || roleId === is.roleId
        ? []
        : [line('role', is.role, await roleName(tx, roleId))]),
      ...(isMoved ? [line('email', is.email, email)] : []),
    ];
    if (changed.length === 0) return undefined;
    const lines = [line('person', null, is.name), ...changed];
    return { name: is.name, lines, facts: plainFacts({}), clientId: null };
  },
};
interface NewUser {
  firstName: string;
  lastName: string;
  email: string;
  roleId: number;
}
/** Granting a role to a new user equals granting it to an existing one. */
const roleOfNewUser: Act = {
  kind: 'role',
  endpoint: users.create,
  async read({ firstName, lastName, email, roleId }: NewUser, { tx }) {
    const name = `${firstName} ${lastName}`;
    const lines = [
      line('person', null, name),
      line('role', null, await roleName(tx, roleId)),
      line('email', null, email),
    ];
    return { name, lines, facts: plainFacts({}), clientId: null, also: roleId };
  },
};

/** Without a second factor a password alone is everybody's of the role. */
const secondFactorOff: Act = {
  kind: 'role',
  endpoint: roles.edit,
  async read({ id, requiresSecondFactor: stays }: { id: string; requiresSecondFactor?: boolean }, { tx }) {
    const is = await tx.one<{ name: string; needsIt: boolean }>(sql`
      select name, requires_second_factor as "needsIt" from roles where ${byKey(id)}`);
    if (!is?.needsIt || stays !== false) return undefined;
    const lines = [line('role', null, is.name), line('removed', null, rolesText.requiresSecondFactor)];
    return { name: is.name, lines, facts: plainFacts({}), clientId: null, also: id };
  },
};

/** Rights by their names; unknown numbers the endpoint itself refuses. */
const flagsOf = (ids: readonly number[]): string => ids.map((id) => flagOf(id) ?? String(id)).join(', ');

interface Rights {
  roleId: number;
  permissionIds: readonly number[];
}
const rightsOf =
  (label: 'added' | 'removed') =>
  async ({ roleId, ...asked }: Rights, { tx }: { tx: Tx }): Promise<ActReading> => {
    const name = await roleName(tx, roleId);
    const lines = [line('role', null, name), line(label, null, flagsOf(asked.permissionIds))];
    return { name, lines, facts: plainFacts({}), clientId: null, also: [roleId, asked] };
  };
const rightsGiven: Act = { kind: 'role', endpoint: permissions.attach, read: rightsOf('added') };
const rightsTaken: Act = { kind: 'role', endpoint: permissions.detach, read: rightsOf('removed') };

export const ownActs: readonly Act[] = [
  lenderAddress,
  maxWaiverAct,
  portalAddress,
  roleOfUser,
  roleOfNewUser,
  rightsGiven,
  rightsTaken,
  secondFactorOff,
];
