/** Places calls requested by screens; signs in to the dialer first, automatically or by one sheet. */
import { Suspense, useEffect, useRef, useState } from 'react';
import { dialer } from '#contexts/dialer/contract/dialer.ts';
import { dayInIndia } from '#kernel/contract/india.ts';
import { secondLine } from '#contexts/dialer/contract/call-control/second-line.ts';
import { dialerText as say } from '#contexts/dialer/text/en/dialer.ts';
import { campaigns } from '#contexts/lenders/contract/campaigns.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { call } from '#kernel/client/calls/api.ts';
import { type WantedCall, placeCallsBy } from '#kernel/client/calls/live/dialer-store.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { markStale, useAct } from '#kernel/client/calls/queries/query.ts';
import { today } from '#kernel/ui/parts/values/format.ts';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import { isTouched } from '#kernel/ui/parts/use-media.ts';
import type { Again } from './ask-again.tsx';
import { type Login, loginOf } from '../session/login-rules.ts';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

const AskAgain = lazy(async () => ({ default: (await import('./ask-again.tsx')).AskAgain }));
const SignIn = lazy(async () => ({ default: (await import('../session/sign-in.tsx')).SignIn }));

/** The input of an automatic sign-in; undefined where the agent has to choose. */
async function ownLogin(): Promise<Login | undefined> {
  const [lines, mine] = await Promise.all([call(dialer.legs, {}), call(campaigns.mine, {})]);
  return loginOf(lines, mine, isTouched());
}

/** When a conversation of today ended for which the dialer leaves this borrower alone; without an answer the call is placed. */
async function recentTalkOf({ loanId }: WantedCall): Promise<string | undefined> {
  const allowance = await call(dialer.allowance, { id: String(loanId) }).catch(() => undefined);
  const recent = allowance?.rule === null ? allowance.recentCall : null;
  return recent?.isTalk && dayInIndia(recent.at) === today() ? recent.at : undefined;
}

/** `isSecond`: places a second call, with the current one on hold. */
export function CallNow({ isLoggedIn, isSecond }: { isLoggedIn: boolean; isSecond: boolean }) {
  const [asked, setAsked] = useState<WantedCall>();
  const [again, setAgain] = useState<Again>();
  const login = useAct(dialer.login);
  const manual = useAct(dialer.manualCall);
  const second = useAct(secondLine.place);
  const dial = async ({ loanId, contact }: WantedCall): Promise<void> => {
    try {
      const by = isSecond ? second : manual;
      await by.run({ id: String(loanId), ...(contact !== undefined && { alternateNumber: contact }) });
      notice.success(say.placed);
    } catch (error) {
      // The obstacle is shown next to it.
      markStale(['dialer', 'today']);
      notice.error(wordsOf(error) ?? say.failed);
    }
  };
  const start = async (wanted: WantedCall): Promise<void> => {
    if (!isLoggedIn) {
      try {
        const own = await ownLogin();
        if (!own) return setAsked(wanted);
        await login.run(own);
      } catch (error) {
        notice.error(wordsOf(error) ?? say.loginFailed);
        return;
      }
    }
    await dial(wanted);
  };
  const place = async (wanted: WantedCall): Promise<void> => {
    const at = await recentTalkOf(wanted);
    return at === undefined ? start(wanted) : setAgain({ wanted, at });
  };
  // The same function for as long as the dialer is there.
  const latest = useRef(place);
  useEffect(() => void (latest.current = place));
  useEffect(() => placeCallsBy((wanted) => latest.current(wanted)), []);
  if (again)
    return (
      <Suspense>
        <AskAgain
          of={again}
          onAnswer={(isYes) => {
            setAgain(undefined);
            if (isYes) void start(again.wanted);
          }}
        />
      </Suspense>
    );
  if (!asked) return null;
  return (
    <Sheet title={say.title} from="low" onClose={() => setAsked(undefined)}>
      <Suspense>
        <SignIn
          onDone={() => {
            setAsked(undefined);
            void dial(asked);
          }}
        />
      </Suspense>
    </Sheet>
  );
}
