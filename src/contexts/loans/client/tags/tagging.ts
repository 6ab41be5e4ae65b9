/** Adds and removes tags through the outbox; loaded on first use. */
import type { Endpoint, Input } from '#kernel/contract/endpoint.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { kitText } from '#text/en/kit.ts';
import { loansText as say } from '#contexts/loans/text/en/loans.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { currentUser } from '#kernel/client/session/session.tsx';
import { NotSaved } from '#phone/outbox/save.ts';
import { submit } from '#phone/outbox/sending/submit.ts';
import type { ListedLoan } from '../listed-loan.ts';

type Tagged = Pick<ListedLoan, 'id' | 'loanBorrower'>;

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

export const sendTag = (loan: Tagged, name: string): Promise<void> =>
  send(
    loans.tag,
    loan,
    { loanId: loan.id, name },
    { says: say.saysTagged(loan.loanBorrower.name, name), done: say.tagAdded(name) },
  );

export const sendUntag = (loan: Tagged, tag: ListedLoan['loanTags'][number]): Promise<void> =>
  send(
    loans.untag,
    loan,
    { id: tag.uId, loanId: loan.id },
    { says: say.saysUntagged(loan.loanBorrower.name, tag.name), done: say.tagRemoved },
  );
