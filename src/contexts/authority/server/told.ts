/** Notifies requester and approvers when a request expires undecided. */
import { authorityText as say } from '#contexts/authority/text/en/authority.ts';
import type { AuthorityKind } from '#contexts/authority/contract/rules.ts';
import { mailText } from '#text/en/mail.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Jobs } from '#kernel/server/work/jobs.ts';

interface Ended {
  id: number;
  kind: AuthorityKind;
  subjectId: number;
  state: 'approved' | 'rejected' | 'withdrawn' | 'expired';
  askedBy: number;
  decidedBy: number | null;
  people: number[];
}
const mostAtOnce = 100;

/** Recipients: the requester of a decision; for an undecided one also its approvers. Never the closing user. */
function concerned({ state, askedBy, people, decidedBy }: Ended): number[] {
  const isDecided = state === 'approved' || state === 'rejected';
  return [...new Set([askedBy, ...(isDecided ? [] : people)])].filter((id) => id !== decidedBy);
}

async function tell(tx: Tx, jobs: Jobs, one: Ended): Promise<void> {
  const people = await tx.rows<{ email: string; name: string }>(sql`
    select email, first_name as name from users where is_active and id = any(${concerned(one)}) order by id`);
  const what = `${say.kindOne[one.kind]} ${one.subjectId}`;
  for (const { email: to, name } of people)
    await jobs.enqueue(tx, 'mail.send', {
      to,
      ...mailText.authorityEnded({ name, what, state: one.state }),
    });
}

/** Returns the number of notifications; one each. */
export function tellEnded(database: Database, jobs: Jobs): Promise<number> {
  return database.transaction(async (tx) => {
    const ended = await tx.rows<Ended>(sql`
      update authority_requests q set told_at = now() where q.id in (
        select id from authority_requests where state <> 'open' and told_at is null order by id limit ${mostAtOnce}
        for no key update skip locked)
      returning q.id, q.kind, q.subject_id as "subjectId", q.state, q.asked_by as "askedBy",
        q.decided_by as "decidedBy", q.waits_for as people`);
    for (const one of ended) await tell(tx, jobs, one);
    return ended.length;
  });
}
