import type { TableComments } from '#kernel/server/tables.ts';

export const syncTables = {
  sync_keys: {
    is: 'Keys that phones seal outbox entries for, so that entries of a closed account can still be handed in.',
    columns: {
      kid: 'Key id.',
      public_key: 'Public key, base64.',
      private_key: 'PKCS8, base64; kept 180 days after the last phone may have sealed for it.',
      valid_until: 'Phones seal for it until then (UTC).',
    },
  },
  sync_reviews: {
    is: 'Outbox entries the rules would not apply by themselves: kept whole until a team leader decides.',
    columns: {
      key: 'Id of the entry.',
      author_id: 'Who wrote it.',
      device_id: 'The phone.',
      client_seq: 'Sequence number on the phone.',
      cmd: 'Name of the endpoint, such as borrower-dispositions.record.',
      cmd_v: 'Version of its input.',
      input: 'What it asks for.',
      base: 'What the author saw of the loan.',
      effective_at: 'When it was written (UTC).',
      reasons: 'Codes with facts why a person looks at it.',
      differences: 'What was different on the server, field by field.',
      note: 'Words of the author.',
      state: 'open, accepted or rejected.',
      decided_by: 'Who decided.',
      decided_at: 'When (UTC).',
      decision_note: 'Words of who decided.',
      effect_id: 'Row the accepted entry became.',
    },
  },
  sync_discards: {
    is: 'Outbox entries their authors gave up: what they were and why, without content.',
    columns: {
      key: 'Id of the entry.',
      author_id: 'Who wrote it.',
      device_id: 'The phone.',
      client_seq: 'Sequence number on the phone.',
      cmd: 'Name of the endpoint.',
      reason: 'Why, in the author’s words.',
      code: 'Code of the refusal before.',
      discarded_at: 'When (UTC), on the phone.',
    },
  },
  sync_losses: {
    is: 'Outbox entries that phones lost before they were sent, or that phone and server count differently.',
    columns: {
      author_id: 'Who wrote them.',
      device_id: 'The phone.',
      fault: 'EVICTED: the browser cleared its storage; RECEIPTS_DIFFER: the counts differ.',
      entries: 'How many.',
      since: 'When the oldest was written (UTC), by the phone.',
      seen_by: 'Leader who said that they know.',
      seen_at: 'When (UTC).',
    },
  },
  device_tokens: {
    is: 'Token with which a phone hands in entries of an account that was closed.',
    columns: {
      user_id: 'Whose entries.',
      device_id: 'The phone.',
      token_hash: 'SHA-256 of the token.',
    },
  },
  database_epoch: {
    is: 'One row: which history of the data this is. A restore draws a new number, and phones that know another one start over.',
    columns: {
      is_only: 'Always true; keeps the table at one row.',
      number: 'Random number of this history.',
      since: 'When it was drawn (UTC).',
    },
  },
} satisfies TableComments;
