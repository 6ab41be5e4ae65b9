/** What can be done with a borrower from the day: contact them, or write down what came of it. */
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
import { callBorrower, useCalling } from '#kernel/client/calls/dialer-store.ts';
import { useOnline } from '#kernel/client/calls/online.ts';
import { useRead } from '#kernel/client/calls/query.ts';
import css from './actions.module.css';
import { blockWords } from './today-words.ts';

const freshFor = 300_000;
const named: readonly number[] = Object.values(dispositionIds);

/** The outcome this person writes down most, besides those that have a button of their own. */
function useUsual(): { id: number; title: string } | undefined {
  const { data } = useRead(dashboard.topDispositions, {}, { staleTime: freshFor });
  return data?.find(({ id }) => !named.includes(id));
}

interface ActionsProps {
  row: TodayRow;
  now: Date;
  /** Opens the sheet of a visit, a link, a kind of outcome, or a disposition by its number. */
  onOpen: (what: string) => void;
  /** Keys are printed where there are any. */
  hasKeys?: boolean;
}

/** A key printed on the button that it presses. */
export const Key = ({ of }: { of: string | undefined }) => (of ? <kbd aria-hidden="true">{of}</kbd> : null);

export function Actions({ row, now, onOpen, hasKeys }: ActionsProps) {
  const isOnline = useOnline();
  const calling = useCalling();
  const usual = useUsual();
  const block = blockOf(row, now);
  // Said in words beside the buttons; the title says it again where they are.
  const why = block ? blockWords(block, now) : isOnline ? undefined : kitText.needsNetwork;
  const key = (letter: string): string | undefined => (hasKeys ? letter : undefined);
  const keyOf = (letter: string) =>
    hasKeys ? { 'data-key': letter.toLowerCase(), 'aria-keyshortcuts': letter } : {};
  return (
    <div className={css.actions} role="group" aria-label={say.actionsOf(row.borrowerName)}>
      <div className={css.contact}>
        <button
          type="button"
          data-main
          disabled={why !== undefined || calling}
          title={why}
          {...keyOf('C')}
          onClick={() => callBorrower({ loanId: row.id })}
        >
          <IconPhone size={22} stroke={1.75} aria-hidden="true" />
          {say.call}
          <Key of={key('C')} />
        </button>
        <button type="button" {...keyOf('V')} onClick={() => onOpen('visit')}>
          <IconMapPin size={22} stroke={1.75} aria-hidden="true" />
          {say.visit}
          <Key of={key('V')} />
        </button>
        {row.hasAccount !== false && (
          <button
            type="button"
            disabled={why !== undefined}
            title={why}
            {...keyOf('L')}
            onClick={() => onOpen('link')}
          >
            <IconLink size={22} stroke={1.75} aria-hidden="true" />
            {say.link}
            <Key of={key('L')} />
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
          letter={key('P')}
          onPress={() => onOpen('ptp')}
        />
        <Outcome label={say.cash} icon={<IconCash {...drawn} />} onPress={() => onOpen('cash')} />
        <Outcome
          label={say.other}
          icon={<IconDots {...drawn} />}
          letter={key('D')}
          onPress={() => onOpen('disposition')}
        />
      </div>
    </div>
  );
}
const drawn = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

function Outcome(o: { label: string; icon: ReactNode; letter?: string | undefined; onPress: () => void }) {
  const { letter } = o;
  return (
    <button
      type="button"
      {...(letter && { 'data-key': letter.toLowerCase(), 'aria-keyshortcuts': letter })}
      onClick={o.onPress}
    >
      {o.icon}
      <span>{o.label}</span>
      <Key of={letter} />
    </button>
  );
}
