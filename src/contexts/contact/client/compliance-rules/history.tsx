import { complianceRules } from '#contexts/contact/contract/compliance-rules.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { kitText } from '#text/en/kit.ts';
import { complianceRulesText as say } from '#contexts/contact/text/en/compliance-rules.ts';
import { LineBones } from '#kernel/ui/list/list-states.tsx';
import { momentText } from '#kernel/ui/parts/values/format.ts';
import css from './history.module.css';

const labels: Readonly<Record<string, string>> = {
  name: say.name,
  productType: say.product,
  fromDay: say.from,
  untilDay: say.until,
  startsAt: say.startsAt,
  endsAt: say.endsAt,
  channel: say.channel,
  most: say.most,
  everyDays: say.everyDays,
  holdDays: say.holdDays,
  isActive: say.active,
  clientId: say.client,
};
const words = (value: unknown): string =>
  typeof value === 'boolean'
    ? value
      ? kitText.yes
      : kitText.no
    : typeof value === 'string' || typeof value === 'number'
      ? String(value)
      : say.nothing;

/** History of this rule: users, times, and previous values. */
export function RuleHistory({ id }: { id: number }) {
  const { data, isPending, error } = useRead(complianceRules.history, { id: String(id) });
  if (isPending) return <LineBones />;
  if (error && !data) return <p className={css.none}>{kitText.failed}</p>;
  if (!data?.length) return <p className={css.none}>{say.noHistory}</p>;
  return (
    <ol className={css.list} aria-label={say.history}>
      {data.map((change) => {
        const { before, after } = change;
        const isNew = Object.keys(before).length === 0;
        const what = Object.keys(after)
          .filter((name) => labels[name])
          .map((name) => say.changed(labels[name] ?? name, words(before[name]), words(after[name])));
        return (
          <li key={change.id}>
            <b>{momentText(change.at)}</b> {change.who}: {isNew ? say.added : what.join('; ')}
          </li>
        );
      })}
    </ol>
  );
}
