/** Redial rules of a campaign by the outcome of the last call; editable with the permission to edit campaigns. */
import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { redial } from '#contexts/dialer/contract/redial.ts';
import { superviseText as say } from '#contexts/dialer/text/en/supervise.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import '#kernel/ui/parts/theme/styles.ts';
import css from './campaign-panel.module.css';

type Rule = WireRow<typeof redial.rules>;

export function RedialRules({ id }: { id: string }) {
  const { data = [] } = useRead(redial.rules, { id });
  const mayChange = useMay()(redial.set.can);
  const [open, setOpen] = useState<Rule['outcome']>();
  return (
    <details className={css.leads}>
      <summary>{say.redial}</summary>
      <ul className={css.rules}>
        {data.map((rule) =>
          rule.outcome === open ? (
            <Change key={rule.outcome} id={id} rule={rule} onDone={() => setOpen(undefined)} />
          ) : (
            <li key={rule.outcome}>
              <div>
                <b>{say.redialOutcomes[rule.outcome]}</b> {!rule.isUsual && <small>{say.ownRule}</small>}
                <p>{say.redialRule(say.minutes(rule.afterMinutes), rule.mostADay, rule.nextNumber)}</p>
              </div>
              {mayChange && (
                <button
                  type="button"
                  className={look.plain}
                  aria-label={say.changeOf(say.redialOutcomes[rule.outcome])}
                  onClick={() => setOpen(rule.outcome)}
                >
                  {say.change}
                </button>
              )}
            </li>
          ),
        )}
      </ul>
    </details>
  );
}

function Change({ id, rule, onDone }: { id: string; rule: Rule; onDone: () => void }) {
  const { outcome, isUsual } = rule;
  const [minutes, setMinutes] = useState(String(rule.afterMinutes));
  const [most, setMost] = useState(String(rule.mostADay));
  const [nextNumber, setNextNumber] = useState(rule.nextNumber);
  const set = useAct(redial.set);
  const clear = useAct(redial.clear);
  const done = (kept: Promise<unknown>): void =>
    void kept.then(onDone, (error: unknown) => notice.error(wordsOf(error) ?? say.ruleNotSaved));
  const save = (event: FormEvent): void => {
    event.preventDefault();
    done(set.run({ id, outcome, afterMinutes: Number(minutes), mostADay: Number(most), nextNumber }));
  };
  return (
    <li>
      <form className={css.rule} onSubmit={save}>
        <b>{say.redialOutcomes[outcome]}</b>
        <TextInput
          label={say.afterMinutes}
          size="md"
          type="number"
          inputMode="numeric"
          required
          min={1}
          max={10_080}
          value={minutes}
          onChange={({ target }) => setMinutes(target.value)}
        />
        <TextInput
          label={say.mostADay}
          size="md"
          type="number"
          inputMode="numeric"
          required
          min={1}
          max={20}
          value={most}
          onChange={({ target }) => setMost(target.value)}
        />
        <Checkbox
          label={say.nextNumber}
          size="md"
          checked={nextNumber}
          onChange={({ target }) => setNextNumber(target.checked)}
        />
        <div className={css.presses}>
          <Button type="submit" loading={set.busy}>
            {say.saveRule}
          </Button>
          {!isUsual && (
            <Button variant="default" loading={clear.busy} onClick={() => done(clear.run({ id, outcome }))}>
              {say.asUsual}
            </Button>
          )}
          <Button variant="subtle" onClick={onDone}>
            {say.leaveRule}
          </Button>
        </div>
      </form>
    </li>
  );
}
