/**
 * Switches of PostgreSQL's planner, all of them. Planning costs more than most reads of ours, so a connection for reads
 * plans each text once; a page of a long list is planned anew, without reading a table from end to end, and, where an
 * index has its order, without bitmaps. What it buys is the tail of large agencies, see decision 111.
 */

/** A long table is never read from end to end because its planner hopes to find enough early (tests/plans.test.ts). */
export const planAnew =
  "select set_config('plan_cache_mode', 'force_custom_plan', false), set_config('enable_seqscan', 'off', false)";
export const planInOneIndex = `${planAnew}, set_config('enable_bitmapscan', 'off', false)`;
export const planOnce = `select set_config('plan_cache_mode', 'force_generic_plan', false), set_config('enable_seqscan', 'on', false),
  set_config('enable_bitmapscan', 'on', false)`;

/**
 * How a connection plans: each text once whatever its values, unless told otherwise (`once`); as PostgreSQL sees fit
 * (`usual`); or each statement by what the tables hold at that moment (`anew`). What triggers and references of rows
 * ask is not planned anew then: for each row that costs more than the row.
 */
export type Planning = 'once' | 'usual' | 'anew';
