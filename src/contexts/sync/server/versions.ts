/** Entries outlive the app version that recorded them: the current and the previous version are supported. Pure. */
import type { Endpoint } from '#kernel/contract/endpoint.ts';
import { Failure } from '#kernel/contract/failure.ts';

type Input = Record<string, unknown>;

/** Current input of an endpoint, converted from the phone's version. */
export function inputFor(
  { version, earlier }: Pick<Endpoint, 'version' | 'earlier'>,
  cmdV: number,
  input: Input,
): Input {
  if (cmdV === version) return input;
  // Written by a newer app than this node runs: another node, or this one soon, will understand it.
  if (cmdV > version) throw new Failure('BUSY');
  if (cmdV < version - 1 || !earlier) throw new Failure('CLIENT_TOO_OLD');
  return earlier(input);
}
