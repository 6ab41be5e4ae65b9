/** Which users an actor may manage, and the required fields of a user. Pure. */
import { type Actor, type RoleType, outranks, rankOf, roleTypeFrom } from '#kernel/contract/access.ts';
import { Failure, type FieldFault } from '#kernel/contract/failure.ts';

export interface Target {
  amount: number;
  month: number;
  year: number;
}
/** The fields of a user that decide who may change them. */
export interface ManagedPerson {
  id: number;
  updatedAt: string;
  roleId: number;
  roleType: RoleType;
  reportingTo: number | null;
  extensionNumber: number | null;
  isActive: boolean;
  isInvited: boolean;
  firstName: string;
  lastName: string;
  email: string;
  dob: string | null;
  doj: string | null;
  userType: string;
  centerId: number | null;
}

export function wrong(path: string, fault: FieldFault = 'invalid'): never {
  throw new Failure('INVALID_INPUT', {}, [{ path, fault }]);
}

/** Refuses to add, change or deactivate users at or above the actor's rank, including themselves. */
export function checkManaged(
  actor: Actor,
  person: Pick<ManagedPerson, 'id' | 'roleType'>,
  deactivates: boolean,
): void {
  if (deactivates && person.id === actor.id) throw new Failure('OWN_ACCOUNT');
  if (!outranks(actor, person.roleType)) throw new Failure('RANK_TOO_HIGH');
}

/** Refuses roles that this actor may not assign. Lenders' users come and go with their client (G102). */
export function checkRole(actor: Actor, next: RoleType | undefined, before?: RoleType): void {
  if (!next) return wrong('roleId');
  if (!outranks(actor, next)) throw new Failure('RANK_TOO_HIGH');
  if (next === 'client' || before === 'client') wrong('roleId');
}

export const isPromoted = (
  before: Pick<ManagedPerson, 'roleType'>,
  next: Pick<ManagedPerson, 'roleType'>,
): boolean => rankOf(next.roleType) < rankOf(before.roleType);

/** A leader is more senior; one of the same rank is let through, a junior one never. */
export function checkSeniority(person: RoleType, leader: RoleType): void {
  if (rankOf(leader) > rankOf(person)) wrong('reportingTo');
}

/** Active agents need an extension, fixed until deactivation (G162). */
type Extended = Pick<ManagedPerson, 'roleType' | 'extensionNumber' | 'isActive'>;
export function checkExtension(person: Extended, before?: Extended): void {
  const { roleType, extensionNumber, isActive } = person;
  const had = before?.isActive ? before.extensionNumber : null;
  if (had !== null && extensionNumber !== had && isActive) wrong('extensionNumber');
  if (roleType === 'agent' && isActive && extensionNumber === null) wrong('extensionNumber', 'required');
}

export function checkBirth(dob: string | undefined, today: string): void {
  if (dob !== undefined && dob > today)
    throw new Failure('DATE_IN_FUTURE', {}, [{ path: 'dob', fault: 'invalid' }]);
}

interface Targeted {
  target?: number | null;
  targets?: readonly Target[];
}
/** The submitted target: an amount for the current month, null to remove it, undefined to leave it unchanged. */
export function targetOf(
  { target, targets }: Targeted,
  today: string,
): (Omit<Target, 'amount'> & { amount: number | null }) | undefined {
  const now = { month: Number(today.slice(5, 7)), year: Number(today.slice(0, 4)) };
  const [entry] = targets ?? [];
  if (entry && (entry.month !== now.month || entry.year !== now.year)) wrong('targets');
  const amount = entry ? entry.amount : target;
  return amount === undefined ? undefined : { ...now, amount };
}

/** `agent,TeamLead` as role types; an invalid value is rejected. */
export function typesIn(words: string | undefined): RoleType[] | undefined {
  return words?.split(',').map((word) => roleTypeFrom(word) ?? wrong('type'));
}
