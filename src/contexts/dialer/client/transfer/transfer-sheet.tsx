/** Transfer sheet: the team leader in one click, a colleague, a team, or an allowed number. */
import { IconPhone, IconUser, IconUserStar, IconUsers } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { transfers } from '#contexts/dialer/contract/call-control/transfers.ts';
import { transfersText as say } from '#contexts/dialer/text/en/transfers.ts';
import type { Input } from '#kernel/contract/endpoint.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import { isTeamOff, offeredIn } from './offered.ts';
import css from './transfer-sheet.module.css';
import { greyed } from '#kernel/ui/parts/greyed.ts';

const pollMs = 5000;
const icon = { size: 22, stroke: 1.75, 'aria-hidden': true } as const;
type To = Omit<Input<typeof transfers.start>, 'isBlind'>;

interface RowProps {
  picture: ReactNode;
  name: string;
  note?: string;
  isBusy?: boolean;
  /** Why it cannot be chosen. */
  why?: string | false;
  onPress: () => void;
}
const Row = ({ picture, name, note, isBusy = false, why, onPress }: RowProps) => (
  <li>
    <button type="button" disabled={isBusy} {...greyed(why)} onClick={onPress}>
      {picture}
      <span>
        <b>{name}</b>
        {note !== undefined && <small>{note}</small>}
      </span>
    </button>
  </li>
);
const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={css.part}>
    <h3>{title}</h3>
    <ul>{children}</ul>
  </section>
);

const How = ({ isBlind, onChoose }: { isBlind: boolean; onChoose: (isBlind: boolean) => void }) => (
  <div className={css.how} role="group" aria-label={say.how}>
    {[false, true].map((one) => (
      <button key={String(one)} type="button" aria-pressed={isBlind === one} onClick={() => onChoose(one)}>
        {one ? say.blind : say.warm}
      </button>
    ))}
    <p>{isBlind ? say.blindHint : say.warmHint}</p>
  </div>
);

export function TransferSheet({ borrower, onClose }: { borrower: string; onClose: () => void }) {
  const [isBlind, setIsBlind] = useState(false);
  const { data } = useRead(transfers.targets, {}, { refetchInterval: pollMs });
  const { run, busy } = useAct(transfers.start);
  const go = (to: To, blind = isBlind): void =>
    void run({ isBlind: blind, ...to }).then(onClose, (error: unknown) =>
      notice.warning(wordsOf(error) ?? say.failed),
    );
  const { people, teams, numbers, lead, isEmpty, hasChoice } = offeredIn(data);
  return (
    <Sheet title={say.title} about={say.about(borrower)} from="low" onClose={onClose}>
      <div className={css.inside}>
        {lead && (
          <ul className={css.lead}>
            <Row
              picture={<IconUserStar {...icon} />}
              name={say.lead(lead.name)}
              isBusy={busy}
              onPress={() => go({ toLead: true }, false)}
            />
          </ul>
        )}
        {isEmpty && <p>{say.nobody}</p>}
        {hasChoice && <How isBlind={isBlind} onChoose={setIsBlind} />}
        {people.length > 0 && (
          <Part title={say.people}>
            {people.map(({ id, name, isReady }) => (
              <Row
                key={id}
                picture={<IconUser {...icon} />}
                name={name}
                note={isReady ? say.waits : say.rests}
                isBusy={busy}
                why={isBlind && !isReady && say.rests}
                onPress={() => go({ userId: id })}
              />
            ))}
          </Part>
        )}
        {teams.length > 0 && (
          <Part title={say.teams}>
            {teams.map((team) => (
              <Row
                key={team.id}
                picture={<IconUsers {...icon} />}
                name={team.name}
                note={isTeamOff(team, isBlind) ? say.rests : say.free(isBlind ? team.ready : team.free)}
                isBusy={busy}
                why={isTeamOff(team, isBlind) && say.rests}
                onPress={() => go({ teamId: team.id })}
              />
            ))}
          </Part>
        )}
        {numbers.length > 0 && (
          <Part title={say.numbers}>
            {numbers.map(({ id, name }) => (
              <Row
                key={id}
                picture={<IconPhone {...icon} />}
                name={name}
                isBusy={busy}
                onPress={() => go({ numberId: id })}
              />
            ))}
          </Part>
        )}
      </div>
    </Sheet>
  );
}
