import { may, outranks } from '#kernel/contract/access.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { roles } from '#contexts/agency/contract/roles.ts';
import { userTypes, users } from '#contexts/agency/contract/users.ts';
import { usersText as say } from '#contexts/agency/text/en/users.ts';
import { exportOf } from '#kernel/client/calls/files/export.ts';
import { type Held, queryClient, useRead } from '#kernel/client/calls/queries/query.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { freshFor } from '#kernel/ui/list/dropdowns.ts';
import { type Field, type Value, fieldsOf } from '#kernel/ui/form/fields.ts';
import { today } from '#kernel/ui/parts/values/format.ts';
import { masterScreen } from '#kernel/ui/master/master-screen.tsx';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import { AskedOff, BeforeUserOff } from './before-off.tsx';
import css from './users.module.css';

type User = WireRow<typeof users.list>;
const col = columnsOf(users.list);
const field = fieldsOf(users.create);

const nameCell = ({ name, isInvited, isActive }: User) => (
  <span className={css.name}>
    {name}
    {isInvited && isActive && <StatusPill tone="plain">{say.waiting}</StatusPill>}
  </span>
);

/** Role of a leader, from the leaders' dropdown data. */
function roleOfLeader(id: Value | undefined): string | undefined {
  const told = queryClient.getQueriesData<Held<typeof users.leaders>>({
    queryKey: [users.leaders.domain, users.leaders.name],
  });
  return told.flatMap(([, held]) => held?.reply ?? []).find((leader) => String(leader.id) === id)?.roleName;
}

/** Who is an agent decides the role; who may lead decides it too. */
function useFields(): readonly Field[] {
  const actor = useActor();
  const { data } = useRead(
    roles.given,
    {},
    { enabled: may(actor, roles.given.can), staleTime: freshFor(roles.given) },
  );
  const isAgent = (roleId: Value | undefined): boolean =>
    data?.find(({ id }) => String(id) === roleId)?.roleType === 'agent';
  return [
    field.text('firstName', say.firstName),
    field.text('lastName', say.lastName),
    field.pick('roleId', say.roleId),
    field.pick('extensionNumber', say.extensionNumber, {
      fixed: true,
      required: ({ roleId, isActive }) => isAgent(roleId) && isActive === true,
    }),
    field.text('email', say.email),
    field.day('dob', say.dob, { max: today() }),
    field.choice('userType', say.userType, {
      choices: userTypes.map((type) => ({ value: type, label: say.userTypes[type] })),
    }),
    field.day('doj', say.doj),
    field.pick('centerId', say.centerId),
    field.pick('reportingTo', say.reportingTo, { within: 'roleId' }),
    field.text('reportingRole', say.reportingRole, {
      show: ({ reportingTo }) => Boolean(reportingTo),
      lock: ({ reportingTo, reportingRole }) => roleOfLeader(reportingTo) ?? reportingRole ?? '',
    }),
    field.money('target', say.target, { hint: say.targetHint }),
    field.flag('isActive', say.isActive, { initial: true }),
  ];
}

/** All users of the agency. Client users are edited with their client. */
export const UsersScreen = masterScreen({
  source: users,
  says: say,
  mayEdit: ({ roleType }, actor) => outranks(actor, roleType) && roleType !== 'client',
  columns: [
    col.custom('name', say.name, nameCell, { text: ({ name }) => name, sort: 'name', width: 240 }),
    col.text('userName', say.userName, { sort: 'email', width: 240 }),
    col.text('roleName', say.roleId),
    col.of('extensionNumber', say.extensionNumber, ({ extensionNumber }) => extensionNumber?.toString(), {
      width: 110,
    }),
  ],
  card: ({ name, roleName, userName, extensionNumber }) => ({
    who: name,
    much: roleName,
    next: [userName, extensionNumber].filter(Boolean).join(' · '),
  }),
  fields: useFields,
  tools: AskedOff,
  beforeOff: BeforeUserOff,
  actions: [
    {
      label: say.invite,
      run: users.invite,
      when: ({ isInvited, isActive, roleType }, actor) => isInvited && isActive && outranks(actor, roleType),
      asks: ({ name }) => say.inviteAsk(name),
      says: { done: say.invited },
    },
    {
      label: say.resetSecondFactor,
      run: users.resetSecondFactor,
      when: ({ hasSecondFactor, roleType }, actor) => hasSecondFactor && outranks(actor, roleType),
      asks: ({ name }) => say.resetSecondFactorAsk(name),
      says: { done: say.secondFactorReset },
    },
    {
      label: say.deactivate,
      can: users.remove.can,
      run: ({ id }, set) => set({ off: String(id) }, 'push'),
      when: ({ isActive, roleType }, actor) => isActive && outranks(actor, roleType),
    },
  ],
  export: exportOf('users'),
});
