/** What may be done with a complaint in which state, and by whom. Pure, the same on server and client. */
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
/** About the behaviour of a person: that of whoever works the loan, unless somebody is named. */
export const aboutPeople: readonly ComplaintKind[] = ['conduct', 'threat', 'privacy'];
export const complaintChannels = ['call', 'page', 'portal'] as const;
/** Of one loan in a day by one channel, and of answers to one complaint: enough for anybody, and too few to fill a phone. */
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

/** Who decides about complaints: those who lead, never the person it is about. */
export const complaintRoles = roleTypes.filter(
  (role): role is Exclude<RoleType, 'agent' | 'client'> => role !== 'agent' && role !== 'client',
);
export const mayAct = (
  actor: { id: number; roleType: RoleType },
  { aboutId }: { aboutId: number | null },
): boolean => complaintRoles.some((role) => role === actor.roleType) && actor.id !== aboutId;
