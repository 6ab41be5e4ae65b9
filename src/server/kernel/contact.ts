/** What every channel asks of a loan before its borrower is contacted, as SQL. */
import type { Fragment } from './sql.ts';
import { sql } from './sql.ts';

/** The `ClosedRule` of a row of `loans`, or null: what is switched off is closed for every channel at once. */
export const closedRuleOf = (loan: Fragment): Fragment => sql`
  case when not ${loan}.is_active then 'inactive'
    when not (select c.is_active from clients c where c.id = ${loan}.client_id) then 'client_inactive'
    when not (select p.is_active from portfolios p where p.id = ${loan}.portfolio_id) then 'portfolio_inactive'
    when not (select m.is_active from campaigns m where m.id = ${loan}.campaign_id) then 'campaign_inactive' end`;
