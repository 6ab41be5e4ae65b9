import { useState } from 'react';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { borrowerText as say } from '#contexts/loans/text/en/borrower.ts';
import { kitText } from '#text/en/kit.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { money } from '#kernel/ui/parts/values/format.ts';
import { Question } from '#kernel/ui/form/question.tsx';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import css from '../borrower.module.css';
import { Facts } from '../facts.tsx';
import { Read } from '../reading.tsx';

type Group = WireRow<typeof loans.groups>;
type Member = Group['members'][number];

/** The group of a loan as far as the caller sees it; its leader can be changed. */
export function Groups({ loanId }: { loanId: number }) {
  const reading = useRead(loans.groups, { loanId });
  return (
    <Read of={reading}>
      {(groups) =>
        groups.length === 0 ? (
          <Facts title={say.tabs.group} facts={[]} empty={say.noGroup} />
        ) : (
          groups.map((group) => <Members key={group.id} group={group} />)
        )
      }
    </Read>
  );
}

function Members({ group }: { group: Group }) {
  const mayLead = useMay()(loans.lead.can);
  const { run, busy } = useAct(loans.lead);
  const [asked, setAsked] = useState<Member>();
  const change = async ({ borrowerId }: Member): Promise<void> => {
    try {
      await run({ id: String(group.id), leaderId: borrowerId });
      notice.success(say.leaderChanged);
    } catch (error) {
      notice.error(wordsOf(error) ?? kitText.failed);
    }
    setAsked(undefined);
  };
  return (
    <section className={css.box}>
      <h2>{[group.groupId, group.name].filter(Boolean).join(' · ')}</h2>
      <ul className={css.outcomes}>
        {group.members.map((member) => (
          <li key={member.loanId}>
            <span className={css.what}>{member.name}</span>
            {member.borrowerId === group.leaderId ? (
              <StatusPill tone="good">{say.leader}</StatusPill>
            ) : (
              mayLead && (
                <button type="button" className={look.plain} onClick={() => setAsked(member)}>
                  {say.makeLeader}
                </button>
              )
            )}
            <span className={css.when}>
              {[member.loanNumber, money(member.totalOutstanding), member.paymentStatus].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {asked && (
        <Question
          words={say.askLeader(asked.name)}
          yes={say.makeLeader}
          no={kitText.cancel}
          busy={busy}
          onAnswer={(isYes) => (isYes ? void change(asked) : setAsked(undefined))}
        />
      )}
    </section>
  );
}
