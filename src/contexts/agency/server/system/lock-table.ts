/** PostgreSQL's lock capacity, shared by all transactions, and Recoup's requirement. */
import { sql } from '#kernel/server/database/sql.ts';

/**
 * After five years reading the history of one loan locks 2,400 partitions and indexes, and a server has forty-five
 * connections; a restore needs 31,000 in one transaction. PostgreSQL supports about twice its nominal number, because
 * several share a lock (decision 383).
 */
export const ENOUGH_LOCKS = 51_200;

/** Its answer: `locks`, for how many there is room in all, as `each` is set for so many `transactions`. */
export const lockTable = sql`
  select each, transactions, each * transactions as locks
  from (select current_setting('max_locks_per_transaction')::int as each,
    current_setting('max_connections')::int + current_setting('max_prepared_transactions')::int as transactions) as set`;
