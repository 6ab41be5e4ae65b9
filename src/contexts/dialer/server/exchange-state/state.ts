/** What all servers know of the exchange: whether it records, and how late its events are. */
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { signal } from '#kernel/server/live/event.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { hasCallsToRecord } from '../recordings/required.ts';
import type { RecordingFault, TelephonyProvider } from '../telephony/port.ts';
import type { DialsAhead } from './lag.ts';

export interface ExchangeState {
  fault: RecordingFault | null;
  /** Recording folder, or the exchange's error message. */
  detail: string;
  faultAt: string | null;
  testedAt: string | null;
  dials: DialsAhead;
  lagMs: number | null;
}
const unknown: ExchangeState = {
  fault: null,
  detail: '',
  faultAt: null,
  testedAt: null,
  dials: 'free',
  lagMs: null,
};
/** A measurement of a stopped server does not limit dialing. */
const freshFor = sql`interval '15 seconds'`;

export async function exchangeState(tx: Tx, provider: string): Promise<ExchangeState> {
  const isFresh = sql`lag_at > now() - ${freshFor}`;
  const found = await tx.one<ExchangeState>(sql`
    select recording_fault as fault, recording_detail as detail, recording_fault_at as "faultAt",
      recording_tested_at as "testedAt", case when ${isFresh} then dials_ahead else 'free' end as dials,
      case when ${isFresh} then lag_ms end as "lagMs"
    from exchange_states where provider = ${provider}`);
  return found ?? unknown;
}

type Known = Pick<TelephonyProvider, 'id' | 'testRecording'>;
/** Whether calls that require recording may be placed. `since`: start of their campaign, which a test must follow. */
export function isRecording(provider: Known, { fault, testedAt }: ExchangeState, since: string): boolean {
  if (!provider.testRecording) return true;
  if (fault !== null || testedAt === null) return false;
  return Date.parse(testedAt) >= Date.parse(since);
}

interface Finding {
  fault: RecordingFault | null;
  detail: string;
}
/** Writes what a test or a call found; every screen that shows the floor loads it again when it is another fault than before. */
export const saveFinding = (
  database: Database,
  provider: string,
  { fault, detail }: Finding,
  /** Start of the test; null: detected in a call, and a test is due. */
  testedAt: Date | null,
): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.run(sql`insert into exchange_states (provider) values (${provider}) on conflict do nothing`);
    const before = await tx.one<{ fault: string | null }>(
      sql`select recording_fault as fault from exchange_states where provider = ${provider} for no key update`,
    );
    await tx.run(sql`
      update exchange_states set recording_fault = ${fault}, recording_detail = ${fault === null ? '' : detail},
        recording_fault_at = case when ${fault !== null} then coalesce(recording_fault_at, now()) end,
        recording_tested_at = coalesce(${testedAt}, recording_tested_at),
        recording_test_due_at = now() + case when ${testedAt === null} then interval '0'
          when ${fault === null} then ${testEvery} else ${retestEvery} end
      where provider = ${provider}`);
    if (before?.fault !== fault) await signal(tx, { stale: ['exchange', 'dialer'], to: [] });
  });
const testEvery = sql`interval '5 minutes'`;
const retestEvery = sql`interval '10 seconds'`;

/** A test is due soon, because a recording in a call was empty. */
export const askForTest = (database: Database, provider: string): Promise<number> =>
  database.run(sql`
    update exchange_states set recording_test_due_at = least(recording_test_due_at, recording_tested_at + interval '15 seconds')
    where provider = ${provider}`);

/**
 * Claims the test for this server if one is due: by the clock, or because a campaign that records was started since the
 * last one. Returns its start; undefined: none is due. No other server tests for the next seconds.
 */
export async function takeTest(
  database: Database,
  provider: string,
  isBack: boolean,
): Promise<Date | undefined> {
  await database.run(sql`insert into exchange_states (provider) values (${provider}) on conflict do nothing`);
  const taken = await database.one<{ at: string }>(sql`
    update exchange_states x set recording_test_due_at = now() + interval '20 seconds',
      recording_test_began_at = date_trunc('milliseconds', now())
    where provider = ${provider} and (recording_test_began_at is null or recording_test_began_at < now() - interval '15 seconds'
        or recording_tested_at is not null and recording_tested_at >= recording_test_began_at)
      and (${isBack} or coalesce(recording_test_due_at <= now(), true) or exists (
        select from dialer_processes p join campaigns c on c.id = p.campaign_id
        where p.is_started and ${hasCallsToRecord} and (x.recording_tested_at is null or p.changed_at > x.recording_tested_at)))
    returning recording_test_began_at as at`);
  return taken && new Date(taken.at);
}

export const saveLag = (
  database: Database,
  provider: string,
  { lagMs, dials }: { lagMs: number; dials: DialsAhead },
): Promise<number> =>
  database.run(sql`
    insert into exchange_states as x (provider, lag_ms, dials_ahead, lag_at) values (${provider}, ${lagMs}, ${dials}, now())
    on conflict (provider) do update set lag_ms = excluded.lag_ms, dials_ahead = excluded.dials_ahead, lag_at = excluded.lag_at`);
