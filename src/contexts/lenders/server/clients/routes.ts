import { clients } from '#contexts/lenders/contract/clients.ts';
import type { RoleType } from '#kernel/contract/access.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { signal } from '#kernel/server/live/event.ts';
import { type Context, type Route, implement, staged } from '#kernel/server/http/implement.ts';
import { tableHandlers } from '#kernel/server/database/table.ts';
import { type CallerIds, checkCallerIds } from '../caller-id.ts';
import { checkLetterAddresses, checkNoDuesText, checkOwner, checkPlace } from './rules.ts';
import * as portal from '#contexts/agency/server/users/portal-users.ts';
import * as store from './store.ts';

interface Deps {
  /** Refuses a password that is easily guessed; answers its hash. */
  hashChosen: (password: string, person: { email: string; roleType: RoleType }) => Promise<string>;
  /** Closes every session of a user. */
  endSessions: (tx: Tx, userId: number) => Promise<unknown>;
  /** Notifies the old address, and closes its sessions. */
  moveAddress: (tx: Tx, userId: number, from: string, to: string) => Promise<void>;
  /** Fails with the dependents. */
  checkNothingHangs: (tx: Tx, what: 'client', id: number) => Promise<void>;
}
type Master = Pick<typeof clients, 'list' | 'one' | 'create' | 'edit' | 'dropdown'>;
interface Draft extends CallerIds {
  contactPerson?: string;
  contactPersonEmail?: string;
  stateId?: number | null;
  cityId?: number | null;
  ownerId?: number | null;
  isActive?: boolean;
  letterAddresses?: string;
  noDuesText?: string;
}
type Known = Required<Draft> & { id: number };

async function checkDraft(tx: Tx, draft: Draft, before?: Known): Promise<void> {
  const { stateId, cityId, ownerId } = { ...before, ...draft };
  if (draft.stateId !== undefined || draft.cityId !== undefined)
    checkPlace(stateId, await store.stateAndCityOf(tx, stateId, cityId));
  checkLetterAddresses(draft.letterAddresses);
  checkNoDuesText(draft.noDuesText);
  checkCallerIds({ ...before, ...draft });
  if (ownerId && ownerId !== before?.ownerId) checkOwner(await store.ownerOf(tx, ownerId));
}

/** Moves the portal user's sign-in to a new address; the audit names both. */
async function move(deps: Deps, { tx, emit }: Context, id: number, from: string, to: string): Promise<void> {
  if (from.toLowerCase() === to.toLowerCase()) return;
  await deps.moveAddress(tx, id, from, to);
  emit('users.updated', { id, facts: { before: { email: from }, after: { email: to } } });
  await signal(tx, { recheck: { users: [id] } });
}

/** Syncs the portal user's name, address and active state with the lender. */
async function follow(deps: Deps, context: Context, draft: Draft, before: Known): Promise<void> {
  const { tx, emit } = context;
  const next = { ...before, ...draft };
  const user = await portal.portalUserOf(tx, before.id, before.contactPersonEmail);
  const gone = before.isActive && !next.isActive ? await portal.shutOut(tx, before.id) : [];
  for (const { id } of gone) await deps.endSessions(tx, id);
  if (user)
    await portal.changePortalUser(tx, user.id, {
      clientId: before.id,
      contactPerson: next.contactPerson,
      email: next.contactPersonEmail,
      isActive: next.isActive,
    });
  if (user) await move(deps, context, user.id, before.contactPersonEmail, next.contactPersonEmail);
  const changed = next.isActive === before.isActive ? [] : user && next.isActive ? [user] : gone;
  for (const { id } of changed)
    emit('users.updated', {
      id,
      facts: { before: { isActive: before.isActive }, after: { isActive: next.isActive } },
    });
  if (gone.length) await signal(tx, { recheck: { users: gone.map(({ id }) => id) } });
}

const tableOf = (deps: Deps) =>
  tableHandlers<Master>({
    domain: 'clients',
    table: 'clients',
    label: 'name',
    columns: {
      name: 'name',
      contactPerson: 'contact_person',
      contactPersonEmail: 'contact_person_email',
      contactPersonMobile: 'contact_person_mobile',
      registeredGst: 'registered_gst',
      address: 'address',
      landmark: 'landmark',
      pinCode: 'pin_code',
      stateId: 'state_id',
      cityId: 'city_id',
      ownerId: 'owner_id',
      promiseKeptPercent: 'promise_kept_percent',
      promiseGraceDays: 'promise_grace_days',
      callerId: 'caller_id',
      callBackCallerId: 'call_back_caller_id',
      reminderCallerId: 'reminder_caller_id',
      seriesOnly: 'series_only',
      requiresRecording: 'requires_recording',
      paysWhileInactive: 'pays_while_inactive',
      letterAddresses: 'letter_addresses',
      identityMonths: 'identity_months',
      recordingMonths: 'recording_months',
      cashLimit: 'cash_limit',
      cashDays: 'cash_days',
      cashGraceDays: 'cash_grace_days',
      cashSlipPhoto: 'cash_slip_photo',
      settlementAsks: 'settlement_asks',
      settlementOfferDays: 'settlement_offer_days',
      settlementGraceDays: 'settlement_grace_days',
      settlementMostDays: 'settlement_most_days',
      noDuesText: 'no_dues_text',
      isActive: 'is_active',
    },
    contacts: ['contactPerson', 'contactPersonEmail', 'contactPersonMobile'],
    shows: { state: store.state, city: store.city, owner: store.owner, targets: store.targets },
    search: ['contact_person'],
    beforeOff: (id, { tx }) => deps.checkNothingHangs(tx, 'client', id),
    async prepare(draft, context, before) {
      await checkDraft(context.tx, draft, before as Known | undefined);
      if (before) await follow(deps, context, draft, before as unknown as Known);
      return draft;
    },
  });

/** Lenders with their contact person and owner. */
export const clientRoutes = (deps: Deps): Route[] => {
  const table = tableOf(deps);
  return implement(clients, {
    ...table,
    create: staged(async (draft: Parameters<typeof table.create>[0]) => {
      const person = { email: draft.contactPersonEmail, roleType: 'client' } as const;
      const passwordHash = await deps.hashChosen(draft.password, person);
      return async (context: Context) => {
        const { tx, emit } = context;
        const made = await table.create(draft, context);
        const roleId = await portal.portalRole(tx);
        const { contactPerson, contactPersonEmail: email, isActive } = made;
        const contact = { clientId: made.id, contactPerson, email, isActive };
        const userId = await portal.addPortalUser(tx, { ...contact, roleId, passwordHash });
        emit('users.created', { id: userId, facts: { roleId } });
        return made;
      };
    }),
    dropdown: (asked, { tx }) => store.offeredClients(tx, asked),
  });
};
