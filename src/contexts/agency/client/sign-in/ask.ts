/** API calls of the sign-in pages. Loaded after rendering, so that the contract does not delay them. */
import { session } from '#kernel/contract/session.ts';
import { ApiFailure } from '#kernel/client/calls/api-failure.ts';
import { call } from '#kernel/client/calls/api.ts';
import { owesSignOut, settleSignOut } from '#kernel/client/session/owed-sign-out.ts';

/** Undefined on success; the failure when rejected; throws on an error or when unreachable. */
async function refusalOf(called: Promise<unknown>): Promise<ApiFailure | undefined> {
  try {
    await called;
    return undefined;
  } catch (error) {
    if (error instanceof ApiFailure && error.status < 500) return error;
    throw error;
  }
}

type Answer<R> = { reply: R; refusal?: undefined } | { refusal: ApiFailure };
async function answerOf<R>(called: Promise<R>): Promise<Answer<R>> {
  let reply: R | undefined;
  const refusal = await refusalOf(called.then((one) => (reply = one)));
  return refusal ? { refusal } : { reply: reply as R };
}

export const logIn = (email: string, password: string, remember: boolean) =>
  answerOf(call(session.login, { email, password, remember }));
export const loginCode = (ticket: string, code: string) =>
  answerOf(call(session.loginCode, { ticket, code }));
export const sendLink = (email: string) => refusalOf(call(session.forgotPassword, { email }));
export const setPassword = (token: string, password: string) =>
  refusalOf(call(session.setPassword, { token, password }));

/** Whether the server has this browser's session. A session left over from an offline sign-out is closed first. */
export async function isSignedIn(): Promise<boolean> {
  try {
    if (owesSignOut()) {
      await refusalOf(call(session.logout, {}));
      settleSignOut();
    }
    return (await refusalOf(call(session.access, {}))) === undefined;
  } catch {
    // Unreachable: signing in is impossible too.
    return false;
  }
}
