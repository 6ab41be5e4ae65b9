/** A copy of all data of one borrower, for a request by the borrower (DPDP Act 2023, section 11). */
import type { EvidenceSource } from '#contexts/loans/server/slots.ts';
import { borrowerById, participantsOf } from '#contexts/loans/server/profile-store.ts';
import { loansById } from '#contexts/loans/server/store.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { personOf } from './asked.ts';
import { evidenceOf, mostEvidence } from './rows.ts';

/** Numbers and address of the borrower unmasked; contacts of others and identity numbers remain masked. */
const ownContacts = (borrowerId: number) => sql`
  select b.email, l.id as "loanId", l.mobile, l.alternate_contact1 as "alternateContact1",
    l.alternate_contact2 as "alternateContact2", l.other_mobiles as "otherMobiles"
  from borrowers b join loans l on l.borrower_id = b.id where b.id = ${borrowerId} order by l.id`;

const papers = (borrowerId: number) => sql`
  select k.name as kind, d.name, d.created_at as "addedAt"
  from borrower_documents d join document_categories k on k.id = d.category_id
  where d.borrower_id = ${borrowerId} order by d.id`;

export async function dataCopy(
  { tx, actor, now, emit }: Context,
  borrowerId: number,
  sources: readonly EvidenceSource[],
) {
  const person = await personOf(tx, actor, { borrowerId });
  const loanIds = person.loans.map(({ id }) => id);
  const happened = await evidenceOf(tx, { loanIds, readerId: actor.id, more: sources });
  if (happened.length > mostEvidence) throw new Failure('TOO_LARGE');
  const participants = [];
  for (const id of loanIds) participants.push(...(await participantsOf(tx, id)));
  const content = {
    madeAt: now.toISOString(),
    madeBy: `${actor.firstName} ${actor.lastName}`,
    borrower: await borrowerById(tx, actor, borrowerId),
    contacts: await tx.rows(ownContacts(borrowerId)),
    loans: await loansById(tx, actor, loanIds),
    participants,
    documents: await tx.rows(papers(borrowerId)),
    events: happened,
  };
  emit('evidence.copied', { id: borrowerId, facts: { rows: happened.length, loanIds }, to: [] });
  return {
    name: `data-copy-${borrowerId}.json`,
    type: 'application/json',
    rows: happened.length,
    file: Buffer.from(JSON.stringify(content, undefined, 2)).toString('base64'),
  };
}
