/** Entries outlive the version of the app that wrote them: this version and the one before are understood. Pure. */
import type { Endpoint } from '#kernel/contract/endpoint.ts';
import { Failure } from '#kernel/contract/failure.ts';

type Input = Record<string, unknown>;

/** What the endpoint takes today, made from what the phone's version of it took. */
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
