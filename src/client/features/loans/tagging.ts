/** Tags are tied and taken off through the outbox; loaded when somebody does. */
import type { Endpoint, Input } from '#contract/kernel/endpoint.ts';
import { loans } from '#contract/loans.ts';
import { kitText } from '#text/en/kit.ts';
import { loansText as say } from '#text/en/loans.ts';
import { wordsOf } from '#client/kernel/api-failure.ts';
import { notice } from '#client/kernel/notice-store.ts';
import { currentUser } from '#client/kernel/session.tsx';
import { NotSaved } from '#client/offline/save.ts';
import { submit } from '#client/offline/submit.ts';
import type { Loan } from './columns.tsx';

type Tagged = Pick<Loan, 'id' | 'loanBorrower'>;

async function send<E extends Endpoint>(
  endpoint: E,
  loan: Tagged,
  input: Input<E>,
  words: { says: string; done: string },
): Promise<void> {
  const user = currentUser();
  if (!user) return;
  try {
    await submit(endpoint, user.id, input, { lane: `loan:${loan.id}`, ...words });
  } catch (error) {
    notice.error(error instanceof NotSaved ? error.words : (wordsOf(error) ?? kitText.failed));
  }
}

export const tie = (loan: Tagged, name: string): Promise<void> =>
  send(
    loans.tag,
    loan,
    { loanId: loan.id, name },
    { says: say.saysTagged(loan.loanBorrower.name, name), done: say.tagAdded(name) },
  );

export const untie = (loan: Tagged, tag: Loan['loanTags'][number]): Promise<void> =>
  send(
    loans.untag,
    loan,
    { id: tag.uId, loanId: loan.id },
    { says: say.saysUntagged(loan.loanBorrower.name, tag.name), done: say.tagRemoved },
  );
