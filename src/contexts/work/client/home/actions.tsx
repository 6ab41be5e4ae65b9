/** Actions on a borrower in Today: contact, or disposition. */
import {
  IconCalendarPlus,
  IconCash,
  IconDots,
  IconLink,
  IconMapPin,
  IconPhone,
  IconPhoneOff,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { dashboard } from '#contexts/reporting/contract/dashboard.ts';
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import { blockOf } from '#contexts/contact/contract/contact-block.ts';
import type { TodayRow } from '#contexts/work/contract/today-rules.ts';
import { todayText as say } from '#contexts/work/text/en/today.ts';
import { kitText } from '#text/en/kit.ts';
import { callBorrower, useCalling } from '#kernel/client/calls/live/dialer-store.ts';
import { useOnline } from '#kernel/client/calls/online.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { greyed } from '#kernel/ui/parts/greyed.ts';
import { Key } from '#kernel/ui/parts/menu/key.tsx';
import { type KeyName, pressedBy } from '#kernel/ui/parts/menu/keys.ts';
import css from './actions.module.css';
import { blockWords } from './today-words.ts';

const freshFor = 300_000;
const named: readonly number[] = Object.values(dispositionIds);

/** This user's most frequent disposition, other than those with a button. */
function useUsual(): { id: number; title: string } | undefined {
  const { data } = useRead(dashboard.topDispositions, {}, { staleTime: freshFor });
  return data?.find(({ id }) => !named.includes(id));
}

interface ActionsProps {
  row: TodayRow;
  now: Date;
  /** Opens the sheet of a visit, a link, a disposition kind, or a disposition by id. */
  onOpen: (what: string) => void;
  /** Keys are printed where there are any. */
  hasKeys?: boolean;
}

export function Actions({ row, now, onOpen, hasKeys }: ActionsProps) {
  const isOnline = useOnline();
  const calling = useCalling();
  const usual = useUsual();
  const block = blockOf(row, now);
  // Shown as text next to the buttons; the title repeats it at each.
  const why = block ? blockWords(block, now) : isOnline ? undefined : kitText.needsNetwork;
  const keyOf = (name: KeyName) => (hasKeys ? pressedBy(name) : {});
  return (
    <div className={css.actions} role="group" aria-label={say.actionsOf(row.borrowerName)}>
      <div className={css.contact}>
        <button
          type="button"
          data-main
          disabled={calling}
          {...greyed(why)}
          {...keyOf('call')}
          onClick={() => callBorrower({ loanId: row.id })}
        >
          <IconPhone size={22} stroke={1.75} aria-hidden="true" />
          {say.call}
          {hasKeys && <Key of="call" />}
        </button>
        <button type="button" {...keyOf('visit')} onClick={() => onOpen('visit')}>
          <IconMapPin size={22} stroke={1.75} aria-hidden="true" />
          {say.visit}
          {hasKeys && <Key of="visit" />}
        </button>
        {row.hasAccount !== false && (
          <button type="button" {...greyed(why)} {...keyOf('link')} onClick={() => onOpen('link')}>
            <IconLink size={22} stroke={1.75} aria-hidden="true" />
            {say.link}
            {hasKeys && <Key of="link" />}
          </button>
        )}
      </div>
      <div className={css.outcomes}>
        {usual && (
          <Outcome
            label={usual.title}
            icon={<IconPhoneOff {...drawn} />}
            onPress={() => onOpen(String(usual.id))}
          />
        )}
        <Outcome
          label={say.promise}
          icon={<IconCalendarPlus {...drawn} />}
          name={hasKeys && 'promise'}
          onPress={() => onOpen('ptp')}
        />
        <Outcome label={say.cash} icon={<IconCash {...drawn} />} onPress={() => onOpen('cash')} />
        <Outcome
          label={say.other}
          icon={<IconDots {...drawn} />}
          name={hasKeys && 'disposition'}
          onPress={() => onOpen('disposition')}
        />
      </div>
    </div>
  );
}
const drawn = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

interface OutcomeProps {
  label: string;
  icon: ReactNode;
  name?: KeyName | false | undefined;
  onPress: () => void;
}
function Outcome({ label, icon, name, onPress }: OutcomeProps) {
  return (
    <button type="button" {...(name && pressedBy(name))} onClick={onPress}>
      {icon}
      <span>{label}</span>
      {name && <Key of={name} />}
    </button>
  );
}
