import type { Endpoint, Input } from '#kernel/contract/endpoint.ts';
import { dialerText as say } from '#contexts/dialer/text/en/dialer.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';

/** Shows the result of a command: the specification's text, or the server's if present. */
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
