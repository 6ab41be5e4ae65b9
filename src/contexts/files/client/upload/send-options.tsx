/** By which channels a file of messages is sent, and with which of their templates. */
import { Checkbox, Select } from '@mantine/core';
import { useState } from 'react';
import { type Channel, channelOf, channels } from '#kernel/contract/channels/channels.ts';
import type { SendOptions } from '#contexts/files/contract/file-sends.ts';
import { templates } from '#contexts/messaging/contract/templates.ts';
import { channelsText } from '#text/en/channels.ts';
import { filesText } from '#contexts/files/text/en/files.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import css from '../files.module.css';

/** The template of each chosen channel by its id; empty until one is chosen. */
type Sending = Partial<Record<Channel, string>>;

const sendingFaults = (sending: Sending): Partial<Record<Channel, string>> =>
  Object.fromEntries(
    channels
      .filter((channel) => sending[channel] === '')
      .map((channel) => [channel, channelsText[channel].needed] as const),
  );

/** Job options of a template: by id or name, with its text. */
const sendOptionsOf = (
  sending: Sending,
  rows: readonly { id: number; name: string; message?: string }[],
): SendOptions =>
  Object.fromEntries(
    channels.flatMap((channel) => {
      const row = rows.find(({ id }) => String(id) === sending[channel]);
      if (!row) return [];
      const { option, by, campaign } = channelOf[channel];
      const said: [string, string][] = row.message ? [[`${channel}Message`, row.message]] : [];
      return [[`${channel}Send`, true], [option, row[by]], ...(campaign ? [[campaign, row.name]] : said)];
    }),
  );

interface Props {
  value: Sending;
  rows: readonly { id: number; name: string; channel: Channel; message?: string }[];
  faults: Partial<Record<Channel, string>>;
  onChange: (value: Sending) => void;
}
function SendOptionsPart({ value, rows, faults, onChange }: Props) {
  const texts = channels.flatMap((channel) => {
    const text = rows.find(({ id }) => String(id) === value[channel])?.message;
    return text ? [{ channel, text }] : [];
  });
  return (
    <fieldset className={css.send}>
      <legend>{filesText.sendBy}</legend>
      <p>{filesText.sendByAbout}</p>
      {channels.map((channel) => (
        <div key={channel}>
          <Checkbox
            size="md"
            label={channelsText[channel].name}
            checked={value[channel] !== undefined}
            onChange={({ currentTarget }) =>
              onChange({ ...value, [channel]: currentTarget.checked ? '' : undefined })
            }
          />
          {value[channel] !== undefined && (
            <Select
              aria-label={channelsText[channel].picker}
              placeholder={channelsText[channel].picker}
              size="md"
              searchable
              data={rows
                .filter((one) => one.channel === channel)
                .map(({ id, name }) => ({ value: String(id), label: name }))}
              value={value[channel] || null}
              error={value[channel] ? undefined : faults[channel]}
              onChange={(picked) => onChange({ ...value, [channel]: picked ?? '' })}
            />
          )}
        </div>
      ))}
      {texts.map(({ channel, text }) => (
        <q key={channel}>{text}</q>
      ))}
    </fieldset>
  );
}

const most = 500;
/** Channel choices and their job options; `isShort` while a selected channel has no template. */
export function useSendOptions(isAsked: boolean) {
  const [sending, setSending] = useState<Sending>({});
  const [isTried, setTried] = useState(false);
  const rows = useRead(templates.list, { isActive: true, size: most }, { enabled: isAsked }).data?.rows ?? [];
  const faults = sendingFaults(sending);
  return {
    part: isAsked && (
      <SendOptionsPart value={sending} rows={rows} faults={isTried ? faults : {}} onChange={setSending} />
    ),
    read(): { sends: SendOptions; isShort: boolean } {
      setTried(true);
      return { sends: sendOptionsOf(sending, rows), isShort: Object.keys(faults).length > 0 };
    },
  };
}
