import { useState } from 'react';
import type { Input } from '#kernel/contract/endpoint.ts';
import { ApiFailure, wordsOf } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import { useUrlState } from '#kernel/client/app/url.ts';
import { kitText } from '#text/en/kit.ts';
import type { ListRow } from '../list-spec.ts';
import { Question } from '../../form/question.tsx';
import { type EndpointAction, type RowAction, callsEndpoint, offered } from './row-action.ts';
import { type MenuAt, RowMenu } from './row-menu.tsx';

interface Props {
  at: MenuAt;
  actions: readonly RowAction<ListRow>[];
  onClose: () => void;
}

/** Menu of a row, and the flow after a choice. */
export function RowActions({ at, actions, onClose }: Props) {
  const actor = useActor();
  const { set } = useUrlState();
  const [chosen, setChosen] = useState<EndpointAction<ListRow>>();
  if (chosen) return <Run action={chosen} row={at.row} onClose={onClose} />;
  const choose = (action: RowAction<ListRow>): void => {
    if (callsEndpoint(action)) return setChosen(action);
    onClose();
    action.run(at.row, set);
  };
  return (
    <RowMenu
      at={at}
      row={at.row}
      actions={offered(actions, at.row, actor)}
      onChoose={choose}
      onClose={onClose}
    />
  );
}

/** Confirms, calls the endpoint and reports the result; affected data is reloaded. */
function Run({
  action,
  row,
  onClose,
}: {
  action: EndpointAction<ListRow>;
  row: ListRow;
  onClose: () => void;
}) {
  const { run, busy } = useAct(action.run);
  const go = async (): Promise<void> => {
    try {
      const input = action.input?.(row) ?? { id: String(row.id) };
      const answer = await run(input as Input<typeof action.run>);
      const { done } = action.says;
      notice.success(typeof done === 'string' ? done : done(answer));
    } catch (error) {
      // A server error has no specific message; a failure does.
      const isBroken = error instanceof ApiFailure && error.status === 500;
      notice.error((isBroken ? undefined : wordsOf(error)) ?? action.says.failed ?? kitText.failed);
    }
    onClose();
  };
  return (
    <Question
      words={action.asks?.(row) ?? `${action.label}?`}
      yes={action.label}
      no={kitText.cancel}
      busy={busy}
      onAnswer={(isYes) => (isYes ? void go() : onClose())}
    />
  );
}
