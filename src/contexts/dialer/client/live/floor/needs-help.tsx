/** Agents who need their leader's attention now. */
import { IconClockExclamation, IconCoffee, IconZzz } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { agentLive, mostAgents } from '#contexts/dialer/contract/live/agent-live.ts';
import { superviseText as say } from '#contexts/dialer/text/en/supervise.ts';
import { markStale, useRead } from '#kernel/client/calls/queries/query.ts';
import { type Need, inNeed } from './needs-help.ts';
import { statementIn } from '#kernel/client/calls/statement.ts';
import { KnownAt } from '#kernel/ui/parts/values/known-at.tsx';
import { Stated } from '#kernel/ui/parts/values/stated.tsx';
import css from './needs-help.module.css';

const pollMs = 30_000;
const most = 5;
const looks: Record<Need, readonly [typeof IconCoffee, 'bad' | 'warn']> = {
  writing: [IconClockExclamation, 'bad'],
  break: [IconCoffee, 'warn'],
  idle: [IconZzz, 'warn'],
};

export function NeedsHelp() {
  const [now, setNow] = useState(() => Date.now());
  const reading = useRead(agentLive.list, { size: mostAgents });
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
      markStale([agentLive.list.domain]);
    }, pollMs);
    return () => clearInterval(timer);
  }, []);
  const found = inNeed(reading.data?.rows ?? [], now / 1000);
  return (
    <section className={css.help} aria-labelledby="needs-help">
      <h2 id="needs-help">{say.needsYou}</h2>
      <KnownAt of={[reading.asOf]} />
      <Stated of={statementIn(reading, () => found)} none={say.nobodyNeeds}>
        {() => null}
      </Stated>
      <ul>
        {found.slice(0, most).map(({ row, need, minutes }) => {
          const [Icon, mood] = looks[need];
          return (
            <li key={row.id}>
              <i data-mood={mood} aria-hidden="true">
                <Icon size={18} stroke={1.75} />
              </i>
              <span>
                <b>{row.agentName}</b>
                <small>{say.needs[need](minutes)}</small>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
