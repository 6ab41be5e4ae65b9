import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { kitText } from '#text/en/kit.ts';
import { queueScreenText as say } from '#contexts/sync/text/en/queue-screen.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useOnline } from '#kernel/client/calls/online.ts';
import { type EntryReceipt, loanOf } from '#kernel/offline/outbox/item.ts';
import {
  type Entry as Queued,
  isKnown,
  isLocked,
  isOverdue,
  timeText,
} from '#phone/outbox/queue/queue-view.ts';
import { noticeText } from '#phone/outbox/notice-text.ts';
import { queueActs, useKept } from '#phone/outbox/queue/queue-acts.ts';
import { sendNow, useQueue } from '#phone/outbox/queue/use-queue.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { ListEmpty } from '#kernel/ui/list/list-states.tsx';
import { type EntryAct, Entry } from './entry.tsx';
import css from './queue.module.css';
import { Reason } from './reason.tsx';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

const Fix = lazy(async () => ({ default: (await import('./fix.tsx')).Fix }));
/** The most rows shown: a phone that sends hundreds must not render them all again and again. */
const mostShown = 50;
const mostNoted = 10;

/** Queue screen: unsent and rejected entries with reasons, and user actions. */
export function QueueScreen() {
  const queue = useQueue();
  const { items, others, noted, sent, at } = queue;
  const online = useOnline();
  const [open, setOpen] = useState<{ act: EntryAct; item: Queued }>();
  const act = (act: EntryAct, item: Queued): void => {
    if (act === 'retry') void queueActs.retry(item);
    else if (act === 'remove') void remove(item);
    else setOpen({ act, item });
  };
  const canSend = online && items.some(({ state }) => state === 'queued' || state === 'waiting');
  // Rejected entries first: they need the user, the others only the network.
  const sorted = items.toSorted((a, b) => Number(b.state === 'attention') - Number(a.state === 'attention'));
  return (
    <div className={css.page}>
      <div className={css.head}>
        <h1>{say.title}</h1>
        {canSend && (
          <button type="button" className={look.main} onClick={sendNow}>
            {say.sendNow}
          </button>
        )}
      </div>
      {items.length > 0 && <p className={css.about}>{say.about}</p>}
      {[...items, ...noted, ...sent].some(isLocked) && (
        <button type="button" className={look.plain} onClick={() => void queueActs.unlock()}>
          {say.unlock}
        </button>
      )}
      <Warnings />
      {others > 0 && <p className={css.others}>{say.others(others)}</p>}
      <ul className={css.entries} aria-label={say.title}>
        {sorted.slice(0, mostShown).map((item) => (
          <Entry key={item.id} item={item} now={at} onAct={(name) => act(name, item)} />
        ))}
      </ul>
      {items.length > mostShown && <p className={css.about}>{say.more(items.length - mostShown)}</p>}
      {items.length === 0 && <Empty isKnown={isKnown(queue)} />}
      <Noted />
      <Sent />
      {open && <Dialogue {...open} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

const EmptyAbout = () => <p className={css.about}>{say.emptyAbout}</p>;
/** The empty state, shown only after the queue was read. */
const Empty = ({ isKnown: isRead }: { isKnown: boolean }) =>
  isRead ? (
    <ListEmpty why="none" empty={say.empty} fill={EmptyAbout} />
  ) : (
    <div className={css.empty} role="status" aria-label={kitText.loading} aria-busy="true" />
  );

async function remove(item: Queued): Promise<void> {
  if (await queueActs.remove(item)) notice.success(say.removed);
  else notice.warning(say.alreadySent);
}

/** Warnings: risks for entries, and inconsistencies. */
function Warnings() {
  const queue = useQueue();
  const isKept = useKept();
  const { alarm, apart, items, lost, at } = queue;
  return (
    <>
      {lost && (
        <div className={css.warning} role="alert">
          <p>{say.lost(lost.count, timeText(lost.since, at))}</p>
          <button type="button" className={look.plain} onClick={() => void queueActs.dismissLoss()}>
            {say.dismiss}
          </button>
        </div>
      )}
      {alarm && (
        <div className={css.warning} role="alert">
          <p>{say.alarm(alarm.here, alarm.there)}</p>
          <button type="button" className={look.plain} onClick={() => void queueActs.dismissAlarm()}>
            {say.dismiss}
          </button>
        </div>
      )}
      {apart !== undefined && (
        <div className={css.warning} role="status">
          <p>{say.apart(apart)}</p>
        </div>
      )}
      {isOverdue(queue) && <p className={css.warning}>{say.overdue}</p>}
      {items.length > 0 && isKept === false && <p className={css.others}>{say.mayBeCleared}</p>}
    </>
  );
}

/** Recently accepted entries with changes. */
function Noted() {
  const { noted: all, at } = useQueue();
  const noted = all.filter(({ said, notices = [] }) => noticeText(said, notices));
  if (noted.length === 0) return null;
  return (
    <section className={css.noted}>
      <h2>{say.notedTitle}</h2>
      <ul className={css.entries}>
        {noted.slice(0, mostNoted).map((one) => (
          <Note key={one.id} note={one} now={at} />
        ))}
      </ul>
    </section>
  );
}

/** Entries delivered today. */
function Sent() {
  const { sent, at } = useQueue();
  const known = sent.filter(({ preview }) => preview);
  if (known.length === 0) return null;
  return (
    <section className={css.noted}>
      <h2>{say.sentToday(sent.length)}</h2>
      <ul className={css.entries}>
        {known.slice(0, mostShown).map((one) => (
          <Note key={one.id} note={one} now={at} />
        ))}
      </ul>
    </section>
  );
}

/** Subject: the author's label, or the loan without a readable copy. */
function Note({ note, now }: { note: EntryReceipt; now: number }) {
  const { at, said, notices = [], says, preview, lane } = note;
  const loanId = loanOf(lane);
  const words = noticeText(said, notices);
  return (
    <li className={css.entry}>
      {preview && <strong>{says ?? say.locked}</strong>}
      {words && <p>{words}</p>}
      {loanId !== undefined && <Link to={`/view-borrower?id=${loanId}`}>{say.openBorrower}</Link>}
      <p className={css.when}>{say.notedAt(timeText(at, now))}</p>
    </li>
  );
}

function Dialogue({ act, item, onClose }: { act: EntryAct; item: Queued; onClose: () => void }) {
  const about = item.says ?? say.noWords;
  const told = (done: boolean, words: string): void =>
    done ? notice.success(words) : notice.warning(say.alreadySent);
  if (act === 'fix')
    return (
      <Suspense fallback={null}>
        <Fix item={item} onClose={onClose} />
      </Suspense>
    );
  if (act === 'handOver')
    return (
      <Reason
        title={say.handOverTitle}
        about={about}
        why={say.handOverAbout}
        label={say.note}
        send={say.handOver}
        onSend={async (note) => told(await queueActs.handOver(item, note), say.handedOver)}
        onClose={onClose}
      />
    );
  return (
    <Reason
      title={say.discardTitle}
      about={about}
      why={say.discardAbout}
      label={say.reason}
      isNeeded
      send={say.discard}
      isGrave
      onSend={async (reason) => told(await queueActs.discard(item, reason), say.discarded)}
      onClose={onClose}
    />
  );
}
