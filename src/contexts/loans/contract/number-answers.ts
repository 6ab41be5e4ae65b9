/** Answers about similar loan numbers: stored for later files of the client, and removable to reopen the question. */
import * as z from 'zod/mini';
import { endpoint } from '#kernel/contract/endpoint.ts';
import { choice, flag, id, instant, key, nullable, rupees } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';

export const answerKinds = ['same', 'different'] as const;
/** A loan number, and its loan where there is one that the caller sees. */
const side = z.object({
  loanNumber: z.string(),
  loan: nullable(
    z.object({ id: id('loans'), name: z.string(), isActive: flag(), totalOutstanding: rupees() }),
  ),
});

export const numberAnswers = {
  numberAnswers: list('GET /loans/number-answers', {
    about: 'Answers whether two nearly equal loan numbers are one loan, given by the people the caller sees.',
    can: 'upload_borrower_file',
    row: z.object({
      id: id(),
      answer: choice(answerKinds),
      client: z.object({ name: z.string() }),
      number: side,
      like: side,
      answeredBy: nullable(z.string()),
      answeredAt: instant(),
    }),
    filters: { answer: choice(answerKinds) },
  }),
  askNumberAgain: endpoint('POST /loans/number-answers/:id/ask-again', {
    about:
      'Removes an answer: the next file with the number waits for a new one; two loans that both exist become possible duplicates.',
    can: 'upload_borrower_file',
    takes: { id: key('number-answers') },
    errors: ['NOT_FOUND'],
  }),
};
