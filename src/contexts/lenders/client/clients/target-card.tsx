import type { clients } from '#contexts/lenders/contract/clients.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { clientsText as say } from '#contexts/lenders/text/en/clients.ts';
import { money, today } from '#kernel/ui/parts/values/format.ts';
import css from './clients.module.css';

type Targets = WireRow<typeof clients.one>['targets'];

/** What is to be collected for this client this month: the sum of the month's targets (G160). */
export function TargetCard({ of }: { of: Targets }) {
  const [year, month] = today().split('-').map(Number);
  const now = of.filter((target) => target.year === year && target.month === month);
  return (
    <p className={css.target}>
      <span>{say.target}</span>
      <strong>{now.length ? money(now.reduce((sum, { target }) => sum + target, 0)) : say.noTarget}</strong>
    </p>
  );
}
