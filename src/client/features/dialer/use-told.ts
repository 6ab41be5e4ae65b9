import type { Endpoint, Input } from '#contract/kernel/endpoint.ts';
import { dialerText as say } from '#text/en/dialer.ts';
import { wordsOf } from '#client/kernel/api-failure.ts';
import { notice } from '#client/kernel/notice-store.ts';
import { useAct } from '#client/kernel/query.ts';

/** Says how it went: the specification's words, or the server's where there are any. */
export function useTold<E extends Endpoint>(
  endpoint: E,
  done: string,
  failed: 'server' | 'warning' | 'error',
) {
  const { run, busy } = useAct(endpoint);
  const press = async (input: Input<E>): Promise<boolean> => {
    try {
      await run(input);
      notice.success(done);
      return true;
    } catch (error) {
      if (failed === 'warning') notice.warning(say.failed);
      else notice.error((failed === 'server' && wordsOf(error)) || say.loginFailed);
      return false;
    }
  };
  return { press, busy };
}
