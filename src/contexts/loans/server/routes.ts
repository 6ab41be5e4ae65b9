import { askNumberAgain, pageOfAnswers } from './identity/number-answers.ts';
import { checkTwin, pageOfTwins } from './identity/twins-list.ts';
import { isLoanSeen } from './visible.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { MatchingLoans } from '#contexts/loans/contract/loan-filters.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { refuseBarred } from '#contexts/agency/server/agent-cards/barred.ts';
import { visibleUsers, watchersOf } from '#contexts/agency/server/visible.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Context, implement } from '#kernel/server/http/implement.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Jobs } from '#kernel/server/work/jobs.ts';
import { erase } from './identity/erase.ts';
import type { BestTimeOf, Eraser, TimelineSource } from './slots.ts';
import { loanTimeline } from './timeline.ts';
import * as change from './change-store.ts';
import { editContacts, tagLoan, untagLoan } from './late-changes.ts';
import * as profile from './profile-store.ts';
import {
  contactCountsOf,
  loanById,
  loansById,
  loansByMobile,
  loansOfBorrower,
  pageOfLoans,
} from './store.ts';

/** A person is shown this many numbers in full in an hour (security.md C.12). */
const revealsAnHour = 20;

const missing = (): Failure => new Failure('NOT_FOUND');
const wrong = (path: string): Failure => new Failure('INVALID_INPUT', {}, [{ path, fault: 'invalid' }]);
const found = <T>(row: T | undefined): T => {
  if (row === undefined) throw missing();
  return row;
};
/** Loans, borrowers and groups have no uId; a key that is not a number matches none. */
const numbered = (key: string): number => {
  if (!/^\d+$/.test(key)) throw missing();
  return Number(key);
};
async function refuseUnseen(tx: Tx, actor: ServerActor, loanId: number): Promise<void> {
  if (!(await isLoanSeen(tx, actor, loanId))) throw missing();
}

/** Locks all loans, or refuses if one is missing or invisible, without saying which of the two. */
async function lockAll(
  tx: Tx,
  actor: ServerActor,
  loanIds: readonly number[],
  clientId: number | null,
): Promise<number[]> {
  const ids = [...new Set(loanIds)];
  const { seen, ofClient } = await change.lockLoans(tx, actor, ids, clientId);
  if (seen < ids.length) throw missing();
  if (clientId !== null && ofClient < ids.length) throw wrong('campaignId');
  return ids;
}

/** Those named, or all that match: no more than the person was shown, and only what they see. */
async function lockAsked(
  { tx, actor }: Pick<Context, 'tx' | 'actor'>,
  { loanIds, matching }: { loanIds?: readonly number[]; matching?: MatchingLoans },
  clientId: number | null,
): Promise<number[]> {
  if (loanIds && !matching) return lockAll(tx, actor, loanIds, clientId);
  if (!matching || loanIds) throw wrong('loanIds');
  const held = await change.lockMatching(tx, actor, matching);
  if (held.length > matching.most) throw new Failure('MORE_MATCH', { most: matching.most });
  if (clientId !== null && held.some((loan) => loan.clientId !== clientId)) throw wrong('campaignId');
  return held.map(({ id }) => id);
}

interface Deps {
  jobs: Jobs;
  /** Timeline sources of higher contexts, available after the start. */
  timeline: () => readonly TimelineSource[];
  /** When a borrower is best called. */
  bestTime: () => readonly BestTimeOf[];
  /** Erasers of higher contexts. */
  erasers: () => readonly Eraser[];
}
export const loanRoutes = ({ jobs, timeline, bestTime, erasers }: Deps) =>
  implement(loans, {
    list: (query, { tx, actor }) => pageOfLoans(tx, actor, query),
    one: async ({ id }, { tx, actor }) => found(await loanById(tx, actor, numbered(id))),
    details: ({ ids }, { tx, actor }) => loansById(tx, actor, ids),
    communicationCount: async ({ loanId }, { tx, actor }) => found(await contactCountsOf(tx, actor, loanId)),
    async ofBorrower({ id }, { tx, actor }) {
      const rows = await loansOfBorrower(tx, actor, numbered(id));
      if (rows.length === 0) throw missing();
      return rows;
    },
    byMobile: ({ mobile }, { tx, actor }) => loansByMobile(tx, actor, mobile),
    borrower: async ({ id }, { tx, actor }) => found(await profile.borrowerById(tx, actor, numbered(id))),
    async participants({ loanId }, { tx, actor }) {
      await refuseUnseen(tx, actor, loanId);
      return profile.participantsOf(tx, loanId);
    },
    async contacts({ loanId }, { tx, actor }) {
      await refuseUnseen(tx, actor, loanId);
      return profile.contactRows(tx, loanId);
    },
    twins: (asked, { tx }) => pageOfTwins(tx, asked),
    async twinsChecked({ id }, { tx, actor, emit }) {
      const { loanId, ...facts } = found(await checkTwin(tx, numbered(id), actor.id));
      emit('loans.twins-checked', { id: loanId, facts, to: [] });
    },
    numberAnswers: (asked, { tx, actor }) => pageOfAnswers(tx, actor, asked),
    async askNumberAgain({ id }, { tx, actor, emit }) {
      const { likeId, facts } = found(await askNumberAgain(tx, actor, numbered(id)));
      emit('loans.number-asked-again', { ...(likeId !== null && { id: likeId }), facts, to: [] });
    },

    async mobileNumbers({ loanNumber }, { tx, actor }) {
      const numbers = await profile.contactsByNumber(tx, actor, loanNumber);
      if (numbers.length === 0) throw new Failure('NOT_FOUND');
      return numbers;
    },
    async groups({ loanId }, { tx, actor }) {
      await refuseUnseen(tx, actor, loanId);
      return profile.groupsOf(tx, actor, loanId);
    },
    async history({ id, ...query }, { tx, actor }) {
      const loanId = numbered(id);
      await refuseUnseen(tx, actor, loanId);
      return profile.loanHistory(tx, loanId, query);
    },
    async timeline({ id, ...asked }, { tx, actor }) {
      const loanId = numbered(id);
      await refuseUnseen(tx, actor, loanId);
      return loanTimeline(tx, actor, timeline(), { loanId, ...asked });
    },
    async bestTime({ id }, { tx, actor, now }) {
      const loanId = numbered(id);
      await refuseUnseen(tx, actor, loanId);
      const [of] = bestTime();
      return of ? of(tx, loanId, now) : { best: null, number: null };
    },
    async allocations({ id }, { tx, actor }) {
      const loanId = numbered(id);
      await refuseUnseen(tx, actor, loanId);
      return profile.allocationsOf(tx, loanId);
    },

    erase: ({ id, reason }, context) =>
      erase(context, { id: numbered(id), reason }, { jobs, erasers: erasers() }),

    edit: ({ id, ...edit }, context) => editContacts(context, numbered(id), edit),

    async reveal({ id, contact, reason }, { tx, actor, emit }) {
      const loanId = numbered(id);
      await refuseUnseen(tx, actor, loanId);
      const { count, seconds } = await change.revealsOf(tx, actor.id);
      if (count >= revealsAnHour) throw new Failure('TOO_MANY_REQUESTS', { seconds });
      const mobile = found(await profile.numberOf(tx, loanId, contact));
      emit('loans.revealed', { id: loanId, facts: { contact, reason }, to: [] });
      return { contact, mobile, left: revealsAnHour - count - 1 };
    },

    async lead({ id, leaderId }, { tx, actor, emit }) {
      const groupId = numbered(id);
      const group = found(await profile.groupById(tx, actor, groupId));
      if (!group.members.some(({ borrowerId }) => borrowerId === leaderId)) throw missing();
      const before = await profile.setLeader(tx, groupId, leaderId);
      emit('loans.leader-changed', { facts: { groupId, before, after: leaderId } });
      return { ...group, leaderId };
    },

    async assign({ userIds, campaignId, ...asked }, { tx, actor, now, emit }) {
      const campaign = found(await change.campaignById(tx, campaignId));
      if (!campaign.isActive) throw new Failure('CAMPAIGN_INACTIVE');
      const ids = await lockAsked({ tx, actor }, asked, campaign.clientId);
      const wanted = [...new Set(userIds)];
      const seen = visibleUsers(actor, sql`u.id`);
      const able = await change.campaignWorkersAmong(tx, { userIds: wanted, campaignId, seen });
      if (able.length < wanted.length) throw wrong('userIds');
      await refuseBarred(tx, wanted, now);
      const { changed, people } = await change.deal(tx, {
        loanIds: ids,
        userIds: wanted,
        campaignId,
        by: actor.id,
      });
      // Former assignees are in the audience too: their screens still show the loan.
      const to = await watchersOf(tx, [...people, actor.id]);
      emit('loans.assigned', { facts: { loanIds: ids, userIds: wanted, campaignId }, to });
      return { changed };
    },

    async allocate({ allocationTypeId, ...asked }, { tx, actor, emit }) {
      if (!(await change.isAllocationType(tx, allocationTypeId))) throw wrong('allocationTypeId');
      const ids = await lockAsked({ tx, actor }, asked, null);
      const { changed, people } = await change.allocate(tx, { loanIds: ids, allocationTypeId, by: actor.id });
      const to = await watchersOf(tx, [...people, actor.id]);
      emit('loans.allocated', { facts: { loanIds: ids, allocationTypeId }, to });
      return { changed };
    },

    tag: (asked, context) => tagLoan(context, asked),
    untag: (asked, context) => untagLoan(context, asked),
  });
