/** The caller's cash in hand per lender, its limits and age, and the deposit button. */
import { useState } from 'react';
import { cash } from '#contexts/payments/contract/cash/cash.ts';
import { ageInDays } from '#contexts/payments/contract/cash/cash-rules.ts';
import { cashText as say } from '#contexts/payments/text/en/cash.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { dayWords, exactRupees } from '#kernel/ui/parts/values/format.ts';
import { useCashInHand } from '#phone/outbox/cash/use-cash.ts';
import { useWaitingOf } from '#phone/outbox/waiting/use-waiting-of.ts';
import { isCashEntry } from '#phone/outbox/waiting/waiting-of.ts';
import { useOnline } from '#kernel/client/calls/online.ts';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import css from './cash.module.css';
import { DepositForm } from './deposit-form.tsx';

type Held = WireRow<typeof cash.hand>;
/** Deposited and not confirmed by the desk. */
const awaitsOf = ({ held, inHand, short }: Held): number => held - inHand - short;
const isLate = ({ held, limit, oldestOn, days }: Held): boolean =>
  held >= limit || (oldestOn !== null && ageInDays(oldestOn, new Date()) > days);

export function InHand() {
  const { data } = useRead(cash.hand, {});
  const [chosen, setChosen] = useState<Held>();
  const held = data?.filter((one) => one.held > 0 || one.inHand > 0) ?? [];
  return (
    <>
      <OnPhone isAlone={data === undefined} />
      {held.length > 0 && (
        <ul className={css.lenders}>
          {held.map((one) => (
            <li key={one.clientId} className={css.lender}>
              <p>{one.client}</p>
              <strong>{exactRupees(one.inHand)}</strong>
              <span className={css.bar} data-late={isLate(one)}>
                <i style={{ width: `${Math.min(100, (100 * one.held) / Math.max(1, one.limit))}%` }} />
              </span>
              <p>
                {[
                  say.of(exactRupees(one.held), exactRupees(one.limit)),
                  one.oldestOn && say.since(dayWords(one.oldestOn)),
                  awaitsOf(one) > 0 && say.awaits(exactRupees(awaitsOf(one))),
                ]
                  .filter(Boolean)
                  .join('\u00A0· ')}
              </p>
              {one.short > 0 && <p data-late="true">{say.owes(exactRupees(one.short))}</p>}
              {isLate(one) && one.held > one.short && (
                <p data-late="true">{one.inHand > 0 ? say.mustDeposit : say.mustBeConfirmed}</p>
              )}
              {one.inHand > 0 && (
                <button type="button" className={look.main} onClick={() => setChosen(one)}>
                  {say.deposit(exactRupees(one.inHand))}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {chosen && (
        <DepositForm
          clientId={chosen.clientId}
          client={chosen.client}
          amount={chosen.inHand}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}

/** Cash collected on this phone and not sent yet; offline also the cached cash in hand. */
function OnPhone({ isAlone }: { isAlone: boolean }) {
  const isOnline = useOnline();
  const inHand = useCashInHand();
  const waiting = useWaitingOf({ only: 'payment' }).filter(isCashEntry);
  if (isOnline) return null;
  return (
    <>
      {isAlone && inHand && inHand.amount > 0 && <p>{say.holds(exactRupees(inHand.amount))}</p>}
      {waiting.length > 0 && (
        <ul className={css.lenders} aria-label={say.notSent}>
          {waiting.map((item) => (
            <li key={item.id} className={css.lender}>
              <p>{item.says}</p>
              <StatusPill tone="warn">{say.notSent}</StatusPill>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
