/** Offline endpoints. The outbox stores names, which survive a reload and an update. */
import { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import type { Endpoint } from '#kernel/contract/endpoint.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { visits } from '#contexts/work/contract/visits.ts';

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
