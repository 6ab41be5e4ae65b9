import { shownText } from './shown.ts';
import type { z } from 'zod/mini';
import type { communications } from '#contexts/messaging/contract/communications.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleLoan } from '#contexts/loans/server/visible.ts';
import { type PageAsked, type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { paged } from '#kernel/server/database/table.ts';

type Message = z.output<typeof communications.refresh.gives>;
export const messageSeen = (tx: Tx, actor: ServerActor, id: number): Promise<Message | undefined> =>
  tx.one<Message>(sql`
    select m.id, m.status from messages m join loans l on l.id = m.loan_id
    where m.id = ${Number.isSafeInteger(id) ? id : 0} and m.channel = 'sms' and ${visibleLoan(actor, sql`l`)}`);

type Row = z.output<typeof communications.history.gives>;
export const messageHistory = (tx: Tx, loanId: number, page: PageAsked): Promise<Page<Row>> =>
  counted(tx, page, sql`from messages where loan_id = ${loanId}`, () =>
    tx.rows<Row>(sql`
    select m.id, m.channel, coalesce('XXXXXX' || right(m.mobile, 4),
      left(m.email, 1) || '***@' || split_part(m.email, '@', 2)) as mobile, ${shownText} as message, m.status, m.created_at as "createdAt",
      case when u.id is null then null else jsonb_build_object('fullName', u.first_name || ' ' || u.last_name) end as creator
    from messages m left join users u on u.id = m.user_id
    where m.loan_id = ${loanId} order by m.id desc ${paged(page)}`),
  );
