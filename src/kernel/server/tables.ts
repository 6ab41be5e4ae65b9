/** Purpose of a table, and meaning of each column with an unclear name. */
interface TableComment {
  is: string;
  columns?: Readonly<Record<string, string>>;
}
export type TableComments = Readonly<Record<string, TableComment>>;

export const kernelTables = {
  event: {
    is: 'Who did what: domain events and security events, append-only, sealed into a hash chain. The audit, the history tabs and live updates read it.',
    columns: {
      at: 'When it happened (UTC); the clock, not the start of the transaction.',
      actor_id: 'The user who did it; null for the system and for borrowers.',
      type: 'domain.what, such as payments.confirmed; the list is in kernel/contract/events.',
      domain: 'The domain whose data became stale, the part of the type before the dot.',
      entity_id: 'The row it is about, in the main table of the domain.',
      facts: 'What history and audit need, as JSON; never a contact or a secret.',
      request_id: 'The request that wrote it, as in the log; null for background work.',
      origin: 'The address the person’s request came from; null for background work and batches of phones.',
      tx: 'The transaction that wrote it: events are sealed once no earlier one can still add any.',
    },
  },
  event_seal: {
    is: 'One link of the hash chain over events: changing or removing an event breaks every later seal.',
    columns: {
      n: 'Position in the chain.',
      event_id: 'The event that is sealed.',
      hash: 'SHA-256 of the previous hash and the event as text.',
      sealed_at: 'When it was sealed (UTC); null: before the times of events were compared.',
    },
  },
  audit_anchor: {
    is: 'Marks of the chain of seals under a key that is not in the database: who recomputes the chain cannot make them.',
    columns: {
      n: 'Position in the chain of the seal that is marked.',
      hash: 'Its hash at that moment.',
      at: 'When it was marked (UTC), by the clock of the server.',
      why: 'seen: a server saw the chain grow to here; vouched: a person with the key took it as true, as after a restore.',
      key_id: 'Which key made the mark, without telling the key.',
      mac: 'HMAC-SHA256 of the mark under a key derived from secrets.key or SECRETS_KEY.',
    },
  },
  backup_run: {
    is: 'When the database or the files were saved, or a restore was tried; System status and alerts read it.',
    columns: {
      what: 'database, files, or rehearsal: a backup restored into a database of its own and looked at there.',
      at: 'When it ended (UTC).',
      took_ms: 'How long it took, in milliseconds.',
      fault: 'Why it failed; null when it was done.',
    },
  },
  stored_file: {
    is: 'Length and hash of every file of the store, as it is on the disk or in the bucket; serving, backups and restores compare.',
    columns: {
      key: 'Of the store, such as recording/3f2a….',
      bytes:
        'Length of the stored, sealed bytes; null when the file could not be read since there are hashes.',
      sha256:
        'SHA-256 of the stored, sealed bytes; null when the file could not be read since there are hashes.',
      fault:
        'missing: it was not there; damaged: it was not what was stored; null: sound when last compared.',
      checked_at: 'When it was stored or last compared (UTC).',
    },
  },
  idempotency: {
    is: 'A write and its answer under the key of the caller: a second delivery of the same key gets the first answer.',
    columns: {
      actor_id: 'The user who sent it.',
      key: 'The Idempotency-Key, made by the client; of an outbox entry, the id of the entry.',
      route: 'Name of the endpoint, such as borrower-dispositions.record.',
      fingerprint: 'SHA-256 of the input: another input under the same key is refused (KEY_REUSED).',
      answer: 'The stored answer; null while the first delivery is still at work.',
      device_id: 'The phone that delivered it; null for a request from a browser that was online.',
      client_seq: 'Sequence number of the entry on its device.',
      verdict: 'What became of an outbox entry: APPLIED, APPLIED_WITH_NOTICE, NEEDS_REVIEW, DUPLICATE_OF.',
      notices: 'Codes with facts for the author of the entry, such as REASSIGNED or PTP_PAST.',
      effective_at: 'When the entry happened on the phone (UTC), never later than its arrival.',
    },
  },
  throttle: {
    is: 'Failed attempts per key (account, address, or both) and how long it is blocked.',
    columns: {
      key: 'What is counted, such as an account with an address; no password.',
      failures: 'Failed attempts in the window.',
      window_start: 'Since when failures are counted (UTC).',
      blocked_until: 'No attempt is accepted before (UTC); null: not blocked.',
    },
  },
  mailbox: {
    is: 'The development mailbox: mail that would have been sent, where no mail server is configured.',
    columns: {
      at: 'When it was written (UTC).',
      recipient: 'The address it would have gone to.',
      subject: 'Subject line.',
      body: 'Text of the mail.',
      attachments: 'File names of its attachments; the files are not kept here.',
    },
  },
  migration: {
    is: 'Migrations that were applied. A database with one this program does not know is refused.',
    columns: {
      name: 'File name of the migration.',
      at: 'When it was applied (UTC).',
      checksum: 'SHA-256 of the file as it was applied; a changed file is refused at the start.',
      is_contract: 'It took away what programs before it need; they are refused since.',
    },
  },
  database_pulse: {
    is: 'One row that the readiness check writes: a standby or a full disk answers reads and takes no work.',
    columns: {
      is_only: 'Always true; keeps the table at one row.',
      beats: 'Only goes up; a lower value shows that the database was put back to an earlier moment.',
      at: 'Last write (UTC).',
    },
  },
  payment_secrets: {
    is: 'Secrets that sign for all nodes: addresses of receipts, tokens of devices. Named for its first use.',
    columns: { kid: 'Key id.', purpose: 'What it is used for.', secret: 'The secret.' },
  },
} satisfies TableComments;
