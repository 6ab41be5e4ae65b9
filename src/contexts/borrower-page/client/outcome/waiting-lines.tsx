/** What is written on this phone and not sent yet, above what the server has. */
import { borrowerDispositionsText as words } from '#contexts/work/text/en/borrower-dispositions.ts';
import type { Entry } from '#phone/outbox/queue/queue-view.ts';
import { queueText } from '#text/en/queue.ts';
import { momentText } from '#kernel/ui/parts/values/format.ts';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import css from '../borrower.module.css';

export const WaitingLines = ({ of }: { of: readonly Entry[] }) =>
  of.map((item) => (
    <li key={item.id}>
      <span className={css.what}>{item.says ?? queueText.waiting}</span>
      <StatusPill tone="warn">{words.waiting}</StatusPill>
      <span className={css.when}>{momentText(new Date(item.createdAt).toISOString())}</span>
    </li>
  ));
