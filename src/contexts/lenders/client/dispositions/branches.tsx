import type { WireRow } from '#kernel/contract/endpoint.ts';
import type { dispositions } from '#contexts/lenders/contract/dispositions.ts';
import { dispositionsText as say } from '#contexts/lenders/text/en/dispositions.ts';
import { EditButton } from '#kernel/ui/master/master-tools.tsx';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import css from './dispositions.module.css';
import { spec } from './disposition-form.ts';

type Branch = WireRow<typeof dispositions.list>['subDisposition'][number];

/** Sub-dispositions of one disposition, in display order. */
export function Branches({ of }: { of: readonly Branch[] }) {
  if (of.length === 0) return <p className={css.none}>{say.noSubs}</p>;
  return (
    <ol className={css.branches} aria-label={say.subs}>
      {of.map(({ id, name, defaultApply, isActive }) => (
        <li key={id}>
          <span className={css.name}>{name}</span>
          {!defaultApply && <StatusPill tone="plain">{say.notForAll}</StatusPill>}
          {!isActive && <StatusPill tone="warn">{say.inactive}</StatusPill>}
          <EditButton spec={spec} row={{ id }} of={name} />
        </li>
      ))}
    </ol>
  );
}
