import type { TableComments } from '#kernel/server/tables.ts';

export const exchangeTables = {
  exchange_states: {
    is: 'State of a telephony exchange as servers see it: recording, lag, and recordings stored there.',
    columns: {
      provider: 'The exchange.',
      recording_fault:
        'Why calls are not recorded: no_folder, disk_full, no_sound or failed; null: they are.',
      recording_detail: 'Folder of the recordings, or the exchange’s own words.',
      recording_fault_at: 'Since when (UTC); null: no fault.',
      recording_tested_at: 'Start of the last finished test recording (UTC).',
      recording_test_began_at: 'Start of the last test recording (UTC).',
      recording_test_due_at: 'Next test recording (UTC).',
      lag_ms: 'Delay of its events, milliseconds.',
      dials_ahead: 'How far ahead is dialed at that lag: free, one_each (one call per free agent) or none.',
      lag_at: 'When the lag was measured (UTC).',
      stored_files: 'Recordings stored on the exchange, files.',
      stored_bytes: 'Their size, bytes.',
      oldest_stored_at: 'Start of the oldest (UTC).',
      counted_at: 'When they were counted (UTC).',
    },
  },
  recording_removals: {
    is: 'Recordings to delete from the exchange.',
    columns: {
      reference_id: 'Call reference: name of the recording on the exchange.',
      parts: 'Highest number of its parts seen there.',
      tries: 'Attempts to delete it.',
      requested_at: 'When it was queued (UTC).',
      next_try_at: 'Next attempt (UTC).',
    },
  },
} satisfies TableComments;
