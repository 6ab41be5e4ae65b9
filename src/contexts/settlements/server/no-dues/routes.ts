import { paged } from '#kernel/server/database/table.ts';
import { likeInLong } from '#kernel/server/database/search.ts';
import { plainText } from '#kernel/contract/identity/plain-text.ts';
import { loanHas } from '#contexts/loans/server/search.ts';
import { noDues } from '#contexts/settlements/contract/no-dues.ts';
import { visibleLoan } from '#contexts/loans/server/visible.ts';
import { counted } from '#kernel/server/database/count.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { sql, where } from '#kernel/server/database/sql.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import { lettersFrom, lettersWhere } from './store.ts';

export const noDuesRoutes = ({ publicUrl }: { publicUrl: string }): Route[] =>
  implement(noDues, {
    ofLoan: ({ loanId }, { tx, actor }) =>
      lettersWhere(
        tx,
        sql`where n.loan_id = ${loanId} and ${visibleLoan(actor, sql`l`)} order by n.id desc limit 20`,
        publicUrl,
      ),
    ofLender(query, { tx, actor }) {
      const chosen = where([
        sql`n.client_id = ${actor.clientId}`,
        ...narrow<typeof noDues.ofLender>(query, {
          isRevoked: (isRevoked) => sql`(n.revoked_at is not null) = ${isRevoked}`,
          q: (q) => sql`(n.number ilike ${likeInLong(plainText(q))} or ${loanHas(q)})`,
        }),
      ]);
      return counted(tx, query, sql`${lettersFrom} ${chosen}`, () =>
        lettersWhere(tx, sql`${chosen} order by n.id desc ${paged(query)}`, publicUrl),
      );
    },
  });
