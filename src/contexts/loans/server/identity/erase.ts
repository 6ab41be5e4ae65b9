/**
 * Erases a borrower's identity: each context erases its personal data, in one transaction; files are deleted by jobs.
 */
import { dropUploads } from '#contexts/files/server/store.ts';
import { forgetChanges } from '#contexts/files/server/undo/forget-changes.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { subscriberNumber } from '#kernel/contract/identity/telephone.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Jobs } from '#kernel/server/work/jobs.ts';
import { removeFileJob } from '../borrower-documents/jobs.ts';
import { isBorrowerSeen } from '../borrower-documents/store.ts';
import type { Eraser, Person } from '../slots.ts';
import { type KeptPerson, whyKept } from './erase-rules.ts';

/** Replaces a name. */
const nobody = 'Erased';

interface Held extends KeptPerson {
  loanIds: number[];
  numbers: string[];
}
/** Locked with its loans, so that none is re-activated meanwhile. */
async function lockBorrower(tx: Tx, borrowerId: number): Promise<Held | undefined> {
  const borrower = await tx.one<Pick<Held, 'erasedAt' | 'months'>>(sql`
    select b.erased_at as "erasedAt", c.identity_months as months
    from borrowers b join clients c on c.id = b.client_id where b.id = ${borrowerId} for no key update of b`);
  if (!borrower) return undefined;
  const loans = await tx.rows<{
    id: number;
    isActive: boolean;
    closedAt: string;
    numbers: (string | null)[];
  }>(sql`
    select id, is_active as "isActive", coalesce(closed_at, updated_at) as "closedAt",
      array[mobile, alternate_contact1, alternate_contact2] || other_mobiles as numbers
    from loans where borrower_id = ${borrowerId} order by id for no key update`);
  return {
    ...borrower,
    loanIds: loans.map(({ id }) => id),
    numbers: [
      ...new Set(
        loans.flatMap(({ numbers }) => numbers.flatMap((one) => (one ? subscriberNumber(one) : []))),
      ),
    ],
    active: loans.filter(({ isActive }) => isActive).length,
    closedAt: loans.map(({ closedAt }) => new Date(closedAt)),
  };
}

/** Returns the keys of their documents. */
async function forgetPerson(tx: Tx, { borrowerId, loanIds }: Person, now: Date): Promise<string[]> {
  await tx.run(sql`
    update borrowers set name = ${nobody}, father_name = null, mother_name = null, gender = null, occupation = null,
      voter_id = null, voter_id_sealed = null, driving_licence = null, driving_licence_sealed = null, dob = null,
      marital_status = null, pan = null, pan_sealed = null, aadhar = null, aadhar_sealed = null, passport_number = null,
      passport_number_sealed = null, employment_status = null, email = null, address = null,
      state_name = null, city_name = null, pincode = null, erased_at = ${now}, updated_at = now()
    where id = ${borrowerId}`);
  await tx.run(sql`
    update loans set mobile = null, alternate_contact1 = null, alternate_contact2 = null, other_mobiles = '{}',
      updated_at = now() where id = any(${[...loanIds]})`);
  await tx.run(sql`delete from loan_participants where loan_id = any(${[...loanIds]})`);
  const papers = await tx.rows<{ key: string }>(
    sql`delete from borrower_documents where borrower_id = ${borrowerId} returning key`,
  );
  await forgetChanges(tx, borrowerId, loanIds);
  return papers.map(({ key }) => key);
}

export async function erase(
  { tx, actor, now, emit }: Context,
  { id, reason }: { id: number; reason: string },
  o: { jobs: Jobs; erasers: readonly Eraser[] },
): Promise<{ id: number; erasedAt: string; files: number }> {
  if (!(await isBorrowerSeen(tx, actor, id))) throw new Failure('NOT_FOUND');
  const held = await lockBorrower(tx, id);
  if (!held) throw new Failure('NOT_FOUND');
  const refusal = whyKept(held, now);
  if (refusal) throw refusal;
  const person: Person = { borrowerId: id, loanIds: held.loanIds, numbers: held.numbers };
  for (const { mayErase } of o.erasers) await mayErase?.(tx, person, now);
  const papers = await forgetPerson(tx, person, now);
  const keys: string[] = [...papers];
  for (const { forget } of o.erasers) keys.push(...(await forget(tx, person)));
  await dropUploads(tx, keys);
  for (const key of keys) await o.jobs.enqueue(tx, removeFileJob, { key });
  for (const loanId of held.loanIds)
    emit('loans.erased', { id: loanId, facts: { borrowerId: id, reason, files: keys.length } });
  return { id, erasedAt: now.toISOString(), files: keys.length };
}
