/** What the agency has decided for all cards: its name on them, and whether loans need a certificate. */
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { agentCards } from '#contexts/agency/contract/agent-cards.ts';
import { agentCardsText as say } from '#contexts/agency/text/en/agent-cards.ts';
import { may } from '#kernel/contract/access.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import css from './agent-cards.module.css';
import { kitText } from '#text/en/kit.ts';
import { greyed } from '#kernel/ui/parts/greyed.ts';

export function CardRule() {
  const actor = useActor();
  const { data: rule } = useRead(agentCards.rule, {});
  const { run, busy } = useAct(agentCards.setRule);
  const [typed, setTyped] = useState<string>();
  if (!may(actor, agentCards.setRule.can)) return null;
  // Rendered from the start, to avoid layout shift.
  const was = rule ?? { agencyName: '', needsCertificate: false };
  const isOff = busy || !rule;
  const save = (change: Partial<typeof was>): void =>
    void run({ ...was, ...change }).then(
      () => notice.success(say.ruleSaved),
      (error: unknown) => notice.error(wordsOf(error) ?? say.failed),
    );
  const name = typed ?? was.agencyName;
  return (
    <div className={css.rule}>
      <div className={css.name}>
        <TextInput
          label={say.agencyName}
          value={name}
          maxLength={80}
          disabled={!rule}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button
          variant="light"
          disabled={busy}
          {...greyed(name.trim() === was.agencyName && kitText.nothingChanged)}
          onClick={() => save({ agencyName: name.trim() })}
        >
          {say.save}
        </Button>
      </div>
      <Checkbox
        label={say.rule}
        description={say.ruleHint}
        checked={was.needsCertificate}
        disabled={isOff}
        onChange={({ currentTarget }) => save({ needsCertificate: currentTarget.checked })}
      />
    </div>
  );
}
