/** Redial rules of a campaign. */
import type { z } from 'zod/mini';
import { redial, redialOutcomes } from '#contexts/dialer/contract/redial.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { idOf } from '#kernel/server/database/table.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import { usualRule } from '../engine/redial.ts';

type Rule = z.output<typeof redial.set.gives>;
const minute = 60_000;

const columns = sql`outcome, after_minutes as "afterMinutes", most_a_day as "mostADay", next_number as "nextNumber"`;

function usual(outcome: Rule['outcome']): Rule {
  const { afterMs, mostADay, nextNumber = false } = usualRule(outcome);
  return { outcome, afterMinutes: afterMs / minute, mostADay, nextNumber, isUsual: true };
}

const ownOf = (tx: Tx, campaignId: number): Promise<Omit<Rule, 'isUsual'>[]> =>
  tx.rows(sql`select ${columns} from redial_rules where campaign_id = ${campaignId}`);

export const redialRoutes: Route[] = implement(redial, {
  async rules({ id }, { tx }) {
    const own = await ownOf(tx, await idOf(tx, 'campaigns', id));
    return redialOutcomes.map((outcome) => {
      const found = own.find((one) => one.outcome === outcome);
      return found ? { ...found, isUsual: false } : usual(outcome);
    });
  },
  async set({ id, ...rule }, { tx, emit }) {
    const campaignId = await idOf(tx, 'campaigns', id);
    const before =
      (await ownOf(tx, campaignId)).find(({ outcome }) => outcome === rule.outcome) ?? usual(rule.outcome);
    await tx.run(sql`
      insert into redial_rules (campaign_id, outcome, after_minutes, most_a_day, next_number)
      values (${campaignId}, ${rule.outcome}, ${rule.afterMinutes}, ${rule.mostADay}, ${rule.nextNumber})
      on conflict (campaign_id, outcome) do update set after_minutes = excluded.after_minutes,
        most_a_day = excluded.most_a_day, next_number = excluded.next_number`);
    emit('redial.set', { id: campaignId, facts: { before, after: rule } });
    return { ...rule, isUsual: false };
  },
  async clear({ id, outcome }, { tx, emit }) {
    const campaignId = await idOf(tx, 'campaigns', id);
    const after = usual(outcome);
    const before = (await ownOf(tx, campaignId)).find((one) => one.outcome === outcome) ?? after;
    await tx.run(sql`delete from redial_rules where campaign_id = ${campaignId} and outcome = ${outcome}`);
    emit('redial.cleared', { id: campaignId, facts: { before, after } });
    return after;
  },
});
