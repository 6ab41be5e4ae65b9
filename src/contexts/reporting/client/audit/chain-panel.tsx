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
  const { isWhole, isUnknown, brokenEvent, from, until, anchors } = data;
  const words = isWhole
    ? say.chainWhole(from, until)
    : isUnknown
      ? say.chainUnknown(from, until)
      : brokenEvent !== null
        ? say.chainBroken(brokenEvent)
        : say.anchorBroken;
  return (
    <div className={css.chain} data-whole={isWhole || undefined}>
      <p role="status">{words}</p>
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
