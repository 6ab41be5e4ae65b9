/** Actions permitted on a complaint, by state and role. Pure, identical on server and client. */
import { type RoleType, roleTypes } from '#kernel/contract/access.ts';

export const complaintKinds = [
  'conduct',
  'threat',
  'privacy',
  'amount',
  'paid',
  'not-theirs',
  'other',
] as const;
export type ComplaintKind = (typeof complaintKinds)[number];
/** Kinds that concern a person: the assigned agent unless another user is named. */
export const aboutPeople: readonly ComplaintKind[] = ['conduct', 'threat', 'privacy'];
export const complaintChannels = ['call', 'page', 'portal'] as const;
/**
 * Daily limit per loan and channel, and for answers to one complaint: sufficient for any use, and too few to flood a
 * phone.
 */
export const mostInADay = 3;
export const complaintStates = ['open', 'answered', 'closed', 'reopened'] as const;
export type ComplaintState = (typeof complaintStates)[number];

export const complaintActs = ['note', 'assign', 'answer', 'close', 'reopen'] as const;
export type ComplaintAct = (typeof complaintActs)[number];

/** A complaint is closed only after it was answered. */
const from: Readonly<Record<ComplaintAct, readonly ComplaintState[]>> = {
  note: complaintStates,
  assign: ['open', 'answered', 'reopened'],
  answer: ['open', 'reopened'],
  close: ['answered'],
  reopen: ['answered', 'closed'],
};
const into: Readonly<Partial<Record<ComplaintAct, ComplaintState>>> = {
  answer: 'answered',
  close: 'closed',
  reopen: 'reopened',
};
/** The state afterwards; undefined where the act is not possible in this one. */
export const stateAfter = (state: ComplaintState, act: ComplaintAct): ComplaintState | undefined =>
  from[act].includes(state) ? (into[act] ?? state) : undefined;

/** Roles that decide complaints: leaders, never the subject of the complaint. */
export const complaintRoles = roleTypes.filter(
  (role): role is Exclude<RoleType, 'agent' | 'client'> => role !== 'agent' && role !== 'client',
);
export const mayAct = (
  actor: { id: number; roleType: RoleType },
  { aboutId }: { aboutId: number | null },
): boolean => complaintRoles.some((role) => role === actor.roleType) && actor.id !== aboutId;
