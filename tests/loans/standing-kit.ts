import { sql } from '../../src/kernel/server/database/sql.ts';

const columns = sql`id, client_id, campaign_id, assignee_id, assigned_at, allocation_type_id, is_active, total_outstanding,
  payment_status, payment_history_status, last_disposition_id, changed_tx::text`;
/** State rows that differ from their loan, or are missing. */
export const standsOtherwise = sql`
  (select ${columns} from loans where assignee_id is not null or last_disposition_id is not null
    except select ${columns} from loan_standing)
  union all (select ${columns} from loan_standing except select ${columns} from loans)`;
