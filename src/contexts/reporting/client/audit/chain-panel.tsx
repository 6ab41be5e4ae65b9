/** State of the audit chain, with its anchors. */
import { Button } from '@mantine/core';
import { audit } from '#contexts/reporting/contract/audit.ts';
import { auditText as say } from '#contexts/reporting/text/en/audit.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { momentText } from '#kernel/ui/parts/values/format.ts';
import { SampleButton, SampleForm } from './sample-form.tsx';
import css from './audit.module.css';

export function ChainPanel() {
  const { data, isPending, refetch } = useRead(audit.chain, {});
  if (!data) return isPending ? <div className={css.chain} data-whole /> : null;
  const { isWhole, isUnknown, brokenEvent, from, until, anchors, away = [], months = [] } = data;
  const spoiled = months.filter(({ fault }) => fault !== null).map(({ name }) => name);
  const words = isWhole
    ? say.chainWhole(from, until)
    : isUnknown
      ? say.chainUnknown(from, until)
      : brokenEvent !== null
        ? say.chainBroken(brokenEvent)
        : spoiled.length > 0
          ? say.monthBroken(spoiled.join(', '))
          : say.anchorBroken;
  return (
    <div className={css.chain} data-whole={isWhole || undefined}>
      <p role="status">{words}</p>
      {away.length > 0 && <p>{say.away(away.join(', '))}</p>}
      {months.length > 0 && (
        <details open={spoiled.length > 0}>
          <summary>{say.months(months.length)}</summary>
          <ol>
            {months.map(({ name, readAt, fault }) => (
              <li key={name}>{say.month(name, fault ?? 'whole', readAt && momentText(readAt))}</li>
            ))}
          </ol>
        </details>
      )}
      <Button variant="default" size="sm" onClick={refetch}>
        {say.checkAgain}
      </Button>
      <SampleButton />
      <SampleForm />
      {anchors.length > 0 && (
        <details>
          <summary>{say.anchors(anchors.length)}</summary>
          <ol>
            {anchors.map(({ n, at, hash }) => (
              <li key={`${n} ${at}`}>{say.anchor(n, momentText(at), hash.slice(0, 16))}</li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}
