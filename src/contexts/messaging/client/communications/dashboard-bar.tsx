/** Bulk actions on the loans of selected messages. */
import { useState } from 'react';
import {
  type Channel,
  channelOf,
  channels,
  channelsFrom,
  forChannels,
} from '#kernel/contract/channels/channels.ts';
import { communicationDashboard } from '#contexts/messaging/contract/communication-dashboard.ts';
import type { Endpoint, Input, WireRow } from '#kernel/contract/endpoint.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { templates } from '#contexts/messaging/contract/templates.ts';
import { channelsText } from '#text/en/channels.ts';
import { communicationDashboardText as say } from '#contexts/messaging/text/en/communication-dashboard.ts';
import { kitText } from '#text/en/kit.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { type Field, fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import { money } from '#kernel/ui/parts/values/format.ts';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import css from './communications.module.css';

const most = 500;
const sends: Readonly<Record<Channel, Endpoint>> = forChannels(
  (channel) => communicationDashboard[channelOf[channel].sends],
);
type Action = 'allocate' | 'inactive' | Channel;
/** In the order of the specification's menu. */
const actions: readonly Action[] = ['allocate', 'inactive', ...channelsFrom('ivr', 'sms', 'whatsApp', 'rcs')];
/** The displayed channel's message is the primary action; deactivation has another style. */
const lookOf = (action: Action, channel: Channel): string =>
  (action === channel ? look.main : action === 'inactive' ? look.danger : look.plain) ?? '';
const labelOf = (action: Action): string =>
  action === 'allocate' || action === 'inactive' ? say.actions[action] : channelsText[action].act;
const runs: Readonly<Record<Action, Endpoint>> = {
  allocate: loans.allocate,
  inactive: communicationDashboard.deactivate,
  ...sends,
};
const allocate = fieldsOf(loans.allocate);
const send = fieldsOf(communicationDashboard.sendSms);

type Row = WireRow<typeof communicationDashboard.list>;
const loanIdOf = (row: Row): number => channels.flatMap((one) => row[channelOf[one].loan]?.id ?? [])[0] ?? 0;

function doneWith(action: Action, answer: { changed?: number; sent?: number; left?: number }): string {
  if (action === 'allocate') return say.allocated(answer.changed ?? 0);
  if (action === 'inactive') return say.deactivated(answer.changed ?? 0);
  return say.sent(answer.sent ?? 0, answer.left ?? 0);
}

/** Input of the confirmation. */
function useFields(action: Action): { fields: readonly Field[]; hint?: string; isReady: boolean } {
  const isSend = action !== 'allocate' && action !== 'inactive';
  const { data } = useRead(
    templates.list,
    { isActive: true, size: 100, ...(isSend && { channel: action }) },
    { enabled: isSend },
  );
  if (action === 'allocate')
    return { fields: [allocate.pick('allocationTypeId', say.allocationType)], isReady: true };
  if (action === 'inactive') return { fields: [], hint: say.askInactive, isReady: true };
  const choices = (data?.rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return {
    fields: [send.choice('templateId', say.template, { choices })],
    isReady: data !== undefined,
    ...(data !== undefined && choices.length === 0 && { hint: say.noTemplate }),
  };
}

function Ask(o: {
  action: Action;
  channel: Channel;
  ids: ReadonlySet<number>;
  clear: () => void;
  close: () => void;
}) {
  const { action, channel, ids, clear, close } = o;
  const { run } = useAct(runs[action]);
  const { fields, hint, isReady } = useFields(action);
  const { data } = useRead(communicationDashboard.list, {
    communicationType: channel,
    ids: [...ids].slice(0, most),
    size: most,
  });
  if (!data || !isReady) return null;
  const loanIds = [...new Set(data.rows.map(loanIdOf))];
  const save = async (given: Record<string, unknown>): Promise<void> => {
    const answer = (await run({ ...given, loanIds } as Input<Endpoint>)) as unknown as Parameters<
      typeof doneWith
    >[1];
    notice.success(doneWith(action, answer));
    clear();
    close();
  };
  return (
    <Sheet title={labelOf(action)} onClose={close}>
      <p>{say.loans(loanIds.length)}</p>
      {action in channelOf && (
        <p>{say.costs(money((loanIds.length * channelOf[action as Channel].costs) / 100))}</p>
      )}
      {hint && <p>{hint}</p>}
      <Form fields={fields} start={{}} onSubmit={save} submit={labelOf(action)} />
    </Sheet>
  );
}

export function DashboardBar({
  ids,
  clear,
  channel,
}: {
  ids: ReadonlySet<number>;
  clear: () => void;
  channel: Channel;
}) {
  const mayAsk = useMay();
  const [open, setOpen] = useState<Action>();
  return (
    <div role="group" aria-label={kitText.actions} className={css.actions}>
      {actions
        .filter((action) => mayAsk(runs[action].can))
        .map((action) => (
          <button
            key={action}
            type="button"
            className={lookOf(action, channel)}
            onClick={() => setOpen(action)}
          >
            {labelOf(action)}
          </button>
        ))}
      {open && <Ask action={open} close={() => setOpen(undefined)} {...{ ids, clear, channel }} />}
    </div>
  );
}
