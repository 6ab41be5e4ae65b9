/** Sums of postings and of messages by day. */
import { dayOf } from './expressions.ts';
import { sum } from './sum.ts';

const day = 'r.day';
const client_id = 'coalesce(r.client_id, 0)';

export const ledgerDays = sum({
  name: 'ledger_days',
  is: 'Amounts into and out of an account of the ledger, by lender and day.',
  by: {
    day: ['date', 'Day in India the money moved.'],
    client_id: ['bigint', 'The lender (client); 0: none.'],
    account: ['text', 'An account, as in postings.'],
  },
  amounts: {
    came_in: ['bigint', 'Posted into it, paise.'],
    gone: ['bigint', 'Posted out of it, paise.'],
  },
  from: [
    { table: 'postings', by: { day, client_id, account: 'r.to_account' }, amounts: { came_in: 'r.amount' } },
    { table: 'postings', by: { day, client_id, account: 'r.from_account' }, amounts: { gone: 'r.amount' } },
  ],
});

export const messageDays = sum({
  name: 'message_days',
  is: 'Messages by day, channel and status.',
  by: {
    day: ['date', 'Day in India of their creation.'],
    channel: ['text', 'A channel, as in messages.'],
    status: ['text', 'A status, as in messages.'],
  },
  amounts: { messages: ['int', 'Number of messages.'] },
  from: [
    {
      table: 'messages',
      by: { day: dayOf('r.created_at'), channel: 'r.channel', status: 'r.status' },
      amounts: { messages: '1' },
    },
  ],
});
