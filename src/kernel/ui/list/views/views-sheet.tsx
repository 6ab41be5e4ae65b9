/** All saved views of a list: put on, brought up to date, shared, removed; and the one that is shown now, saved. */
import { useState } from 'react';
import { IconDeviceFloppy, IconTrash, IconUsers } from '@tabler/icons-react';
import type { Input } from '#kernel/contract/endpoint.ts';
import { listViews } from '#kernel/contract/list-views.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import { kitText } from '#text/en/kit.ts';
import { viewsText as say } from '#text/en/views.ts';
import { fieldsOf } from '../../form/fields.ts';
import { Form } from '../../form/form.tsx';
import { Question } from '../../form/question.tsx';
import { Sheet } from '../../parts/sheet/sheet.tsx';
import { type SavedView, type Views, type ViewsOf, useViews } from './use-views.ts';
import css from './views.module.css';

const field = fieldsOf(listViews.create);
const name = field.text('name', say.name);
const own = [name];
const withTeam = [name, field.flag('isShared', say.shareWithTeam)];

export function ViewsSheet({ onClose, ...of }: ViewsOf & { onClose: () => void }) {
  const views = useViews(of);
  const { run } = useAct(listViews.create);
  // Only users with subordinates can share.
  const hasTeam = useActor().roleType !== 'agent';
  const save = async (given: Record<string, unknown>): Promise<void> => {
    await run({ ...given, ...views.now, list: of.list } as Input<typeof listViews.create>);
    notice.success(say.saved);
    onClose();
  };
  const put = (view: SavedView): void => {
    views.put(view);
    onClose();
  };
  return (
    <Sheet title={kitText.views} from="right" onClose={onClose}>
      {views.all.length === 0 && !views.isPending && <p className={css.hint}>{say.none}</p>}
      <ul className={css.saved}>
        {views.all.map((view) => (
          <li key={view.id}>
            <button type="button" className={css.name} onClick={() => put(view)}>
              {view.name}
              {view.isShared && <small>{view.isOwn ? say.shared : say.sharedBy(view.by)}</small>}
            </button>
            {view.isOwn && <OwnView view={view} now={views.now} hasTeam={hasTeam} />}
          </li>
        ))}
      </ul>
      <p className={css.hint}>{say.says}</p>
      <Form fields={hasTeam ? withTeam : own} start={{}} onSubmit={save} submit={say.save} />
    </Sheet>
  );
}

function OwnView({ view, now, hasTeam }: { view: SavedView; now: Views['now']; hasTeam: boolean }) {
  const edit = useAct(listViews.edit);
  const remove = useAct(listViews.remove);
  const [isAsked, setAsked] = useState(false);
  const change = async (done: Promise<unknown>, says: string): Promise<void> => {
    try {
      await done;
      notice.success(says);
    } catch (error) {
      notice.error(wordsOf(error) ?? kitText.failed);
    }
    setAsked(false);
  };
  const id = view.uId;
  const update = () => change(edit.run({ id, ...now }), say.saved);
  const share = () => change(edit.run({ id, isShared: !view.isShared }), say.saved);
  const words = { update: say.update(view.name), remove: say.removeIt(view.name) };
  const shares = view.isShared ? say.unshare(view.name) : say.share(view.name);
  return (
    <>
      <button
        type="button"
        className={css.act}
        aria-label={words.update}
        title={words.update}
        onClick={() => void update()}
      >
        <IconDeviceFloppy size={18} stroke={1.75} aria-hidden="true" />
      </button>
      {hasTeam && (
        <button
          type="button"
          className={css.act}
          aria-label={shares}
          title={shares}
          onClick={() => void share()}
        >
          <IconUsers size={18} stroke={view.isShared ? 2.5 : 1.75} aria-hidden="true" />
        </button>
      )}
      <button
        type="button"
        className={css.act}
        aria-label={words.remove}
        title={words.remove}
        onClick={() => setAsked(true)}
      >
        <IconTrash size={18} stroke={1.75} aria-hidden="true" />
      </button>
      {isAsked && (
        <Question
          words={say.removeAsks(view.name)}
          yes={say.remove}
          no={kitText.cancel}
          isSafe="no"
          busy={remove.busy}
          onAnswer={(isYes) => (isYes ? void change(remove.run({ id }), say.removed) : setAsked(false))}
        />
      )}
    </>
  );
}
