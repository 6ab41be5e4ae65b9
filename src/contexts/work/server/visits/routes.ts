import { isLoanSeen } from '#contexts/loans/server/visible.ts';
import { randomUUID } from 'node:crypto';
import { Failure } from '#kernel/contract/failure.ts';
import { visits } from '#contexts/work/contract/visits.ts';
import { watchersOf } from '#contexts/agency/server/visible.ts';
import { allowanceOf } from '#contexts/contact/server/policy/contact.ts';
import { askNotice } from '#contexts/contact/server/policy/notice.ts';
import { NeedsReview } from '#kernel/server/http/delivery.ts';
import { type Context, type Route, implement } from '#kernel/server/http/implement.ts';
import type { Jobs } from '#kernel/server/work/jobs.ts';
import { lockLoan, judge, momentFor, refuseUnseen } from '#contexts/loans/server/judge/judge.ts';
import type { FileStore } from '#kernel/server/providers/files/port.ts';
import { photoJobName } from './jobs.ts';
import { type Asking, ruleAgainst, visitTo } from './contact.ts';
import { keepPart, wholePhoto } from './photo-parts.ts';
import { distanceOf, partOf, photoTypeOf, soundPlace } from './rules.ts';
import * as store from './store.ts';

interface Deps extends Asking {
  files: FileStore;
  jobs: Pick<Jobs, 'enqueue'>;
}

/** The key identifies the entry permanently, as for dispositions. */
async function earlierOf({ tx, actor, key, emit, delivery }: Context) {
  const earlier = key === null ? undefined : await store.visitOf(tx, key);
  if (!earlier) return undefined;
  if (earlier.userId !== actor.id) throw new Failure('KEY_REUSED');
  const { id, loanId } = earlier;
  if (delivery) delivery.isRepeated = true;
  emit('visits.repeated', { id, facts: { loanId }, to: [] });
  return { id, loanId };
}

export const visitRoutes = ({ files, jobs, evaluate, database }: Deps): Route[] =>
  implement(visits, {
    list: (query, { tx, actor }) => store.pageOfVisits(tx, actor, query),

    async allowance({ id }, { tx, actor, now }) {
      const loanId = /^\d+$/.test(id) ? Number(id) : 0;
      if (!(await isLoanSeen(tx, actor, loanId))) throw new Failure('NOT_FOUND');
      const [decision] = await evaluate(tx, [visitTo(loanId)], { now });
      if (!decision) throw new Failure('NOT_FOUND');
      return allowanceOf(decision);
    },

    async notify({ loanId }, { tx, actor, now, emit }) {
      if (!(await isLoanSeen(tx, actor, loanId))) throw new Failure('NOT_FOUND');
      const isNew = await askNotice(tx, { loanId, by: actor.id, now });
      const [decision] = await evaluate(tx, [visitTo(loanId)], { now });
      if (!decision) throw new Failure('NOT_FOUND');
      emit('visits.notice-asked', { id: loanId, facts: { loanId, isNew }, to: [actor.id] });
      return allowanceOf(decision);
    },

    async record(draft, context) {
      const { tx, actor, key, emit } = context;
      const at = momentFor(context, draft.occurredAt);
      const earlier = await earlierOf(context);
      if (earlier) return earlier;
      const held = await lockLoan(context, draft.loanId, at);
      refuseUnseen(context, held);
      const place = soundPlace(draft);
      const loan = judge(context, held, at, { isContact: true });
      const { visitKey, outcome, comments = '' } = draft;
      const rule = await ruleAgainst({ evaluate, database }, context, { ...draft, at });
      const distance = distanceOf(place, await store.homeOf(tx, loan.id, at));
      const visit = {
        rule,
        distance,
        ...place,
        key,
        visitKey,
        loan,
        userId: actor.id,
        outcome,
        comments,
        at,
      };
      const id = await store.insertVisit(tx, visit);
      if (id === undefined) throw new Failure('KEY_REUSED');
      const to = await watchersOf(tx, [loan.assigneeId, actor.id]);
      emit('visits.recorded', { id, facts: { loanId: loan.id, outcome, place: place.place, rule }, to });
      return { id, loanId: loan.id };
    },

    async photo({ loanId, visitKey, data, ...asked }, context) {
      const { tx, actor, emit, delivery } = context;
      const visit = await store.lockVisit(tx, actor, { loanId, visitKey });
      // Pending with its visit, and decided with it.
      if (!visit && delivery?.queued && (await store.isVisitInReview(tx, actor.id, { loanId, visitKey })))
        throw new NeedsReview(['VISIT_IN_REVIEW']);
      if (!visit) throw new Failure('NOT_FOUND');
      if (visit.hasPhoto) throw new Failure('TAKEN');
      const sent = Buffer.from(data, 'base64');
      const part = partOf(asked);
      if (part?.part === 0) photoTypeOf(sent);
      if (part && !(await keepPart(tx, visit.id, { ...part, bytes: sent }))) throw new Failure('TAKEN');
      const bytes = part ? await wholePhoto(tx, visit.id, part) : sent;
      if (!bytes) {
        emit('visits.photo-part', { id: visit.id, facts: { loanId, part: part?.part ?? 0 }, to: [] });
        return { id: visit.id, loanId };
      }
      const type = photoTypeOf(bytes);
      await store.addPhoto(tx, visit.id, { key: `visit-photo/${randomUUID()}`, bytes, type });
      await jobs.enqueue(tx, photoJobName, { id: visit.id });
      const to = await watchersOf(tx, [visit.assigneeId, actor.id]);
      emit('visits.photo-added', { id: visit.id, facts: { loanId, bytes: bytes.length }, to });
      return { id: visit.id, loanId };
    },

    async see({ id }, { tx, actor }) {
      const photo = /^\d+$/.test(id) ? await store.photoSeen(tx, actor, Number(id)) : undefined;
      if (!photo) throw new Failure('NOT_FOUND');
      return async ({ reply }) => reply.type(photo.type).send(photo.bytes ?? (await files.get(photo.key)));
    },
  });
