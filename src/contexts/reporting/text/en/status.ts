import { localised } from '#text/locale.ts';

/** How the installation is doing, for its administrators. */
export const statusText = localised('status', {
  title: 'System status',
  fine: 'Everything runs.',
  late: (n: number) => (n === 1 ? 'One thing needs somebody.' : `${n} things need somebody.`),
  needs: 'Needs somebody',
  runs: 'Runs',
  limit: (words: string) => `Limit ${words}`,
  none: 'none',
  noneKnown: 'none known',
  /** By name: title, and what to do above the limit, if anything. */
  figures: {
    jobs_waiting: { title: 'Background jobs waiting', todo: '' },
    jobs_oldest_seconds: {
      title: 'Oldest waiting job',
      todo: 'Jobs come in faster than they are done, or no server takes them. Look whether all servers run.',
    },
    jobs_failed: {
      title: 'Failed jobs, last day',
      todo: 'The server’s log says why. Try them again once the cause is mended.',
    },
    events_unsealed_seconds: {
      title: 'Oldest unsealed change',
      todo: 'Changes are not sealed into the audit log. A server must run, and no transaction may stay open.',
    },
    transaction_oldest_seconds: {
      title: 'Oldest open transaction',
      todo: 'Somebody holds the database open, a backup or a person. Until it ends phones hear of no changes.',
    },
    indexes_missing: {
      title: 'Missing or invalid database indexes',
      todo: 'Pages are slow until they are built. The server names them when it starts. Your technical team restores a fresh backup, or follows the runbook.',
    },
    replica_age_seconds: { title: 'Lateness of the replica for reports', todo: '' },
    replica_refused: {
      title: 'Replica that is not read',
      todo: 'Reports are read from the main database. Whoever runs the servers looks whether the replica runs and follows.',
    },
    backup_age_seconds: {
      title: 'Age of the last backup',
      todo: 'No backup was made for a day and a half. Whoever runs the server looks at its timer and at its disk.',
    },
    rehearsal_age_seconds: {
      title: 'Time since a restore was tried',
      todo: 'A backup nobody has restored is a hope. Whoever runs the server looks at the timer of db:rehearse-restore.',
    },
    backup_failed: {
      title: 'Last backup or restore failed',
      todo: 'Whoever runs the server finds the reason where it ran, and runs it again once it is mended.',
    },
    files_damaged: {
      title: 'Damaged or missing files',
      todo: 'The server’s log names their records. Bring the files back with npm run files:restore.',
    },
    file_jobs_oldest_seconds: {
      title: 'Longest file at work',
      todo: 'Open the file: its progress says how far it is.',
    },
    messages_due_seconds: {
      title: 'Messages not yet sent',
      todo: 'The carrier does not take them. Look at its own status page, and at the server’s log.',
    },
    messages_failed_share: {
      title: 'Messages that failed, last hour',
      todo: 'Look at the failed messages: the template may be refused, or the account be empty.',
    },
    payments_unasked_seconds: {
      title: 'Payments not asked about',
      todo: 'The gateway does not answer. Borrowers who paid are told that their payment is on its way.',
    },
    gateway_news_refused: {
      title: 'Gateway messages not believed, last day',
      todo: 'Somebody may speak in the gateway’s name, or its keys have changed. Look at the payment account.',
    },
    gateway_events_noted: { title: 'Kinds of gateway events without an effect, last day', todo: '' },
    payments_held_seconds: {
      title: 'Oldest payment that waits for a person',
      todo: 'Decide the payments that are held: until then they count nowhere.',
    },
    gateway_differences_old: {
      title: 'Differences with gateways, open for over three days',
      todo: 'Take them under Payments → Reconciliation, ask the gateway, and close them with what was found.',
    },
    gateway_file_seconds: {
      title: 'Time since a gateway’s last settlement file',
      todo: 'Send in the gateway’s settlement file: without it nobody sees what it kept or took back.',
    },
    ledger_differences: {
      title: 'Differences between ledger and payments',
      todo: 'Sums may be wrong. Whoever runs the servers finds the payments by the runbook before anybody reports from them.',
    },
    calls_open: { title: 'Calls at this moment', todo: '' },
    campaigns_without_node: {
      title: 'Campaigns nobody dials for',
      todo: 'Started, and no server has them. Look whether all servers run and reach the exchange.',
    },
    lines_out_of_service: {
      title: 'Trunks and caller IDs out of service',
      todo: 'Their calls are rejected or no longer answered. Ask the carrier about balance, password and number, then put them back under Trunks.',
    },
    exchange_unheard: {
      title: 'Exchange that is not heard',
      todo: 'No calls are placed. Look whether the exchange runs; what it lacks stands under Telephony.',
    },
    recording_failed: {
      title: 'Exchange that does not record',
      todo: 'Campaigns that record place no calls. The floor page shows what is missing; npm run exchange:config -- --check names it too.',
    },
    exchange_lag_seconds: {
      title: 'Delay of the exchange’s events',
      todo: 'Fewer calls are placed until it is short again. Check the load of the exchange’s machine and of the servers.',
    },
    exchange_recordings_files: {
      title: 'Recordings on the exchange, files',
      todo: '',
    },
    exchange_recordings_bytes: {
      title: 'Recordings on the exchange, bytes',
      todo: '',
    },
    exchange_recordings_oldest_seconds: {
      title: 'Age of the oldest recording on the exchange',
      todo: 'Stored recordings are deleted there. Check that the exchange answers and that its files can be read and deleted.',
    },
    calls_abandoned_share: {
      title: 'Borrowers who answered and met nobody, today',
      todo: 'Dialing slows down by itself. Put more agents on the campaign, or lower its limit.',
    },
    recordings_lost: {
      title: 'Recordings lost, last day',
      todo: 'These calls have no recording. Check the disk of the exchange, then tell the clients concerned.',
    },
    recordings_unfetched_seconds: {
      title: 'Oldest recording at the exchange',
      todo: 'Recordings are not fetched. Look whether the exchange answers and the disk has room.',
    },
    reviews_oldest_seconds: {
      title: 'Oldest entry that waits for a leader',
      todo: 'Leaders decide these in their review queue: work of agents that does not count yet.',
    },
    entries_lost: {
      title: 'Entries that phones lost',
      todo: 'Leaders see them on their home page: ask the agents what they had written.',
    },
  },
  /** Metric labels: job kinds, backup kinds, call phases. */
  labels: {
    'cash-slip': 'Photos of deposit slips',
    'files.export-list': 'Lists saved as files',
    'files.forget': 'Removing old files',
    'files.import-allocations': 'Uploads of allocations',
    'files.import-customers': 'Uploads of customers',
    'files.import-dnc': 'Uploads of DNC numbers',
    'files.import-messages': 'Uploads of messages to send',
    'files.import-payments': 'Uploads of payments',
    'files.import-reassignments': 'Uploads of reassignments',
    'files.make-file': 'Evidence and other files on request',
    'files.undo': 'Uploads taken back',
    'gateway-confirm': 'Gateway payments checked',
    'gateway-file': 'Settlement files of gateways',
    'loans.canonical-numbers': 'Reading loan numbers in one form',
    'payments.canonical-numbers': 'Reading payment numbers in one form',
    'mail.send': 'E-mails',
    'message.follow': 'Status of sent messages',
    'message.send': 'Sending messages',
    'payment-accounts.assign': 'Payment accounts of loans',
    'payments.sync-summaries': 'Sync of payments',
    'recordings.forget': 'Removing old recordings',
    'recordings.sweep': 'Deleting recordings from the exchange',
    'recordings.measure': 'Measuring recordings',
    'remove-file': 'Removing files',
    'session.link': 'Sign-in links',
    'settlement.mail': 'Settlement e-mails',
    'visit-photo': 'Photos of visits',
    database: 'Database',
    files: 'Files',
    rehearsal: 'Restore on trial',
    invalid: 'Invalid',
    missing: 'Missing',
    'missing in a month': 'Missing in a month',
    claimed: 'About to be dialled',
    originating: 'Being dialled',
    ringing: 'Ringing',
    answered: 'Answered',
    amd: 'Person or machine',
    queued: 'Waiting for an agent',
    bridged: 'Talking',
  },
  others: (n: number) => (n === 1 ? '1 other' : `${n} others`),
  retry: 'Try them again',
  retried: (n: number) => (n === 1 ? 'One job is tried again.' : `${n} jobs are tried again.`),
  open: 'Open',
  seconds: (n: number) => `${n} s`,
  minutes: (n: number) => `${n} min`,
  hours: (n: number) => `${n} h`,
  days: (n: number) => (n === 1 ? '1 day' : `${n} days`),
});
