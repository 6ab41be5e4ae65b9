import type { TableComments } from '#kernel/server/tables.ts';

export const keypadTables = {
  call_keys: {
    is: 'Keys an agent pressed in a call, until the exchange is asked for them.',
    columns: {
      attempt_id: 'The call.',
      keys: 'Digits, star and hash, in order.',
      pressed_at: 'When (UTC).',
    },
  },
} satisfies TableComments;
