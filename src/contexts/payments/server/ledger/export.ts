import { ledger } from '#contexts/payments/contract/ledger.ts';
import { ledgerText as say } from '#contexts/payments/text/en/ledger.ts';
import { ledgerAccounts, postingReasons } from '#contexts/payments/contract/ledger-words.ts';
import { type Fragment, join, sql } from '#kernel/server/database/sql.ts';
import type { ExportSource } from '#kernel/server/files/export.ts';
import { type PostingQuery, postingJoins, wherePostings } from './store.ts';

/** Keys as text. */
const inWords = <K extends string>(
  column: Fragment,
  keys: readonly K[],
  words: Readonly<Record<K, string>>,
): Fragment =>
  sql`case ${column} ${join(
    keys.map((key) => sql`when ${key} then ${words[key]}`),
    ' ',
  )} end`;

/** The postings of a period, one line each. */
export const ledgerExport: ExportSource = {
  type: 'ledger',
  list: ledger.postings,
  read(actor, asked: PostingQuery, now) {
    const chosen = wherePostings(actor, asked, now);
    return {
      columns: [
        { head: say.posting, value: sql`p.id::text` },
        { head: say.day, value: sql`p.day`, as: 'day' },
        { head: say.client, value: sql`c.name` },
        { head: say.loanNumber, value: sql`l.loan_number` },
        { head: say.borrower, value: sql`b.name` },
        { head: say.from, value: inWords(sql`p.from_account`, ledgerAccounts, say.accounts) },
        { head: say.to, value: inWords(sql`p.to_account`, ledgerAccounts, say.accounts) },
        { head: say.amount, value: sql`p.amount`, as: 'money' },
        { head: say.reason, value: inWords(sql`p.reason`, postingReasons, say.reasons) },
        { head: say.person, value: sql`u.first_name || ' ' || u.last_name` },
      ],
      from: sql`from (select p.*, p.id as chosen ${chosen}) p left join loans l on l.id = p.loan_id ${postingJoins}
        left join users u on u.id = p.person_id order by p.id desc`,
      count: sql`select count(*)::int as n ${chosen}`,
    };
  },
};
