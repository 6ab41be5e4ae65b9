/** The endpoints whose calls may wait on this phone. The outbox keeps names, which survive a reload and an update. */
import { borrowerDispositions } from '#contract/borrower-dispositions.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { loans } from '#contract/loans.ts';
import { visits } from '#contract/visits.ts';

const commands: readonly Endpoint[] = [
  borrowerDispositions.record,
  loans.edit,
  loans.tag,
  loans.untag,
  visits.record,
  visits.photo,
];

export const commandNamed = (name: string): Endpoint | undefined =>
  commands.find((endpoint) => endpoint.name === name);
