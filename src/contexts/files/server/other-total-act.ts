/**
 * A payment file differing from its control total: above a limit it needs a second approver, where a payment policy
 * requires it.
 */
import { plainFacts } from '#contexts/authority/contract/rules.ts';
import { type Act, line } from '#contexts/authority/server/acts/act.ts';
import { files } from '#contexts/files/contract/files.ts';
import { mappingText } from '#contexts/files/text/en/file-mapping.ts';
import { sql } from '#kernel/server/database/sql.ts';
import * as store from './store.ts';

const inRupees = (paise: number): string => `₹${(paise / 100).toLocaleString('en-IN')}`;

interface About {
  name: string;
  clientId: number;
  client: string;
  sentBy: number;
  told: number | null;
  toldRows: number | null;
  found: number;
  foundRows: number;
}
export const otherTotalAct: Act = {
  kind: 'payment',
  endpoint: files.apply,
  async read({ id: key, amount }: { id: string; amount?: number }, { tx, actor }) {
    const id = /^\d+$/.test(key) ? Number(key) : 0;
    const job = await store.lockJob(tx, actor, id);
    // Unrequested or mismatching confirmations are rejected by the endpoint.
    if (!job?.isDryRun || job.status !== 'completed') return undefined;
    if (job.amountToConfirm === null || job.amountToConfirm !== amount) return undefined;
    const about = await tx.one<About>(sql`
      select coalesce(j.file_name, u.file_name, '') as name, j.client_id as "clientId", c.name as client, j.created_by as "sentBy",
        j.told_amount as told, j.told_rows as "toldRows", j.found_amount as found, j.found_rows as "foundRows"
      from file_jobs j left join uploads u on u.id = j.upload_id join clients c on c.id = j.client_id where j.id = ${id}`);
    if (!about) return undefined;
    const { told, toldRows, found, foundRows } = about;
    return {
      name: about.client,
      lines: [
        line('list', null, about.name),
        line('amount', told === null ? null : inRupees(told), inRupees(found)),
        ...(toldRows === null
          ? []
          : [line('rows', toldRows.toLocaleString('en-IN'), foundRows.toLocaleString('en-IN'))]),
        line('decision', null, mappingText.countsAllTheSame),
      ],
      // Where the lender states only the number of payments, the full sum is in question.
      facts: plainFacts({ amount: told === null ? found : Math.abs(found - told) }),
      clientId: about.clientId,
      also: [id, amount],
      notBy: [about.sentBy],
    };
  },
};
