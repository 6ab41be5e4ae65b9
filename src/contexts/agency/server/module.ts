/** Agency: users, roles and centers, and sessions. */
import type { Tx } from '#kernel/server/database/database.ts';
import { type Host, fill, module } from '#kernel/server/module.ts';
import { openSigner } from '#kernel/server/operation/secret.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { authenticatorSlot, exportSlot, gaugeSlot, uniqueSlot } from '#kernel/server/slots.ts';
import { agencyMasters } from '../masters.ts';
import { addAgentPage } from './agent-cards/page.ts';
import { agentCardRoutes } from './agent-cards/routes.ts';
import { centerRoutes } from './centers/routes.ts';
import { listViewRoutes } from './list-views/routes.ts';
import { permissionRoutes } from './roles/permission-routes.ts';
import { roleRoutes } from './roles/routes.ts';
import { authenticator } from './session/authenticator.ts';
import { forgetSessions } from './session/forget.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { addressMover, linkJob, linkSender, mailJob, secondFactorResetter } from './session/links.ts';
import { hashChosen } from './session/passwords.ts';
import { sessionRoutes } from './session/routes.ts';
import { endSessions, endSessionsWithoutCode } from './session/store.ts';
import { type LendersOf, lendersOfSlot, signOutSlot, switchOffSlot } from './slots.ts';
import { replicaGauges, systemGauges } from './system/gauges.ts';
import { systemRoutes } from './system/routes.ts';
import { userExport } from './users/export.ts';
import { userRoutes } from './users/routes.ts';

const lendersIn =
  (filled: Host['filled']): LendersOf =>
  async (tx, userId) =>
    (await Promise.all(filled(lendersOfSlot).map((of) => of(tx, userId)))).flat();

export const agency = module({
  name: 'agency',
  owns: [
    'users',
    'user_below',
    'user_targets',
    'agent_cards',
    'agency_rule',
    'agency_identity',
    'session',
    'password_link',
    'second_factor',
    'recovery_code',
    'sign_in_ticket',
    'device_key',
    'list_views',
    'cities',
    'states',
  ],
  masters: agencyMasters,
  needs: [],
  provides: async ({ database, jobs }) => ({
    hashChosen: (password: string, person: Parameters<typeof hashChosen>[2]) =>
      hashChosen(database, password, person),
    endSessions: (tx: Tx, userId: number) => endSessions(tx, userId, { except: 0 }),
    sendLink: linkSender(jobs),
    moveAddress: addressMover(jobs),
    resetSecondFactor: secondFactorResetter(jobs),
    devices: await openSigner(database, 'device'),
  }),
  fills: ({ database }) => [
    fill(authenticatorSlot, authenticator),
    fill(exportSlot, userExport),
    fill(gaugeSlot, ...systemGauges, ...replicaGauges(database)),
    fill(uniqueSlot, {
      entity: 'users',
      field: 'email',
      table: 'users',
      column: 'email',
      can: ['add_user', 'edit_user'],
    }),
  ],
  routes: ({ config: { publicUrl }, database, safe, mailer, own, filled }) => [
    ...agentCardRoutes({ publicUrl, lendersOf: lendersIn(filled) }),
    ...centerRoutes,
    ...roleRoutes,
    ...permissionRoutes,
    ...listViewRoutes,
    ...systemRoutes,
    ...secondFactorRoutes({ database, safe }),
    ...sessionRoutes({
      database,
      safe,
      devices: own.devices,
      sendLink: own.sendLink,
      async leave(context) {
        for (const end of filled(signOutSlot)) await end(context);
      },
    }),
    ...userRoutes({
      database,
      canMail: !mailer.sendsNothing,
      invite: (tx, userId) => own.sendLink(tx, userId, 'invitation'),
      moveAddress: own.moveAddress,
      resetSecondFactor: own.resetSecondFactor,
      endSessions: own.endSessions,
      endSessionsWithoutCode: (tx, userId) => endSessionsWithoutCode(tx, sql`u.id = ${userId}`, 0),
      async checkNothingHangs(tx, what, id) {
        for (const check of filled(switchOffSlot)) await check(tx, what, id);
      },
    }),
  ],
  keeps: ({ database }) => [() => forgetSessions(database)],
  async pages(app, { database, clock, filled }) {
    addAgentPage(app, { database, clock, lendersOf: lendersIn(filled) });
  },
  jobs: ({ database, mailer, config: { publicUrl } }) => [
    mailJob(mailer),
    linkJob({ database, mailer, publicUrl }),
  ],
});
