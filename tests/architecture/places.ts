/** Location of tests: with the context under test. */
import { modules } from '../../src/app/server/modules.ts';
import type { Rule } from './house.ts';

const rooms = new Set(['kernel', 'agencies', ...modules.map(({ name }) => name), 'spec', 'e2e', 'ui']);

/** Tests across contexts are in `tests` itself. */
export const testOutsideItsContext: Rule = ({ path }) => {
  const [, folder] = /^tests\/([^/]+)\/.*\.(?:test|spec)\.tsx?$/.exec(path) ?? [];
  return folder === undefined || rooms.has(folder)
    ? []
    : [`${path} lies in no context: put it into tests/<context>, or into tests when it spans several`];
};
