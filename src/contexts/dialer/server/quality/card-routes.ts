/** Questions of score cards as an administrator writes them. */
import { scoreQuestions } from '#contexts/dialer/contract/quality/score-questions.ts';
import { tableFor } from '#kernel/server/database/plain-master.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { tableHandlers } from '#kernel/server/database/table.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';

export const questionRoutes: Route[] = implement(
  scoreQuestions,
  tableHandlers<typeof scoreQuestions>({
    ...tableFor(scoreQuestions),
    sort: 'place',
    search: ['section'],
    filters: {
      cardId: (id) => sql`score_questions.card_id = ${id}`,
      kind: (kind) => sql`score_questions.kind = ${kind}`,
    },
    prepare: (draft) => (draft.kind === 'conduct' ? { ...draft, weight: 0 } : draft),
  }),
);
