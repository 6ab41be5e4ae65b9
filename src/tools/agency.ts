/** `npm run agency:list|create|settings|suspend|resume|delete|move|backup|restore`: the agencies of a node of many. */
import { parseArgs } from 'node:util';
import { toolsText } from '#text/en/program/tools.ts';
import { remove } from './agencies/end.ts';
import { type Hands, withHands } from './agencies/hands.ts';
import { create, list, settings, turn } from './agencies/keep.ts';
import { move } from './agencies/move.ts';
import { putBack, save } from './agencies/save.ts';
import { refusable, Refused } from './refused.ts';

const option = { type: 'string' } as const;

const named = ['email', 'admin', 'id', 'cluster', 'settings', 'really', 'to'] as const;
const options = Object.fromEntries(named.map((name) => [name, option])) as Record<
  (typeof named)[number],
  typeof option
>;

/** A command accepts an address only without a password. */
const holdsPassword = (text: string): boolean =>
  /postgres(ql)?:\/\/[^\s/@]*:[^\s@]+@|[?&]password=/.test(text);

function run(hands: Hands): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options,
  });
  const [command, ...given] = positionals;
  const [name] = given;
  const { clusterUrl } = hands.config;
  const cluster = values.cluster ?? clusterUrl;
  const there = cluster ? { cluster } : {};
  if (command === 'list') return list(hands);
  if (command === 'create') return create(hands, given, { ...values, ...there });
  if (command === 'settings') return settings(hands, name, values.settings ?? given[1]);
  if (command === 'suspend') return turn(hands, name, 'suspended');
  if (command === 'resume') return turn(hands, name, 'active');
  if (command === 'delete') return remove(hands, name, { ...values, ...there });
  if (command === 'backup') return save(hands, given);
  if (command === 'restore') return putBack(hands, given);
  if (command === 'move') return move(hands, [name, given[1] ?? cluster]);
  throw new Refused(toolsText.agencyUsage);
}

await refusable((config) => {
  if (process.argv.some(holdsPassword)) throw new Refused(toolsText.agencyShown);
  // A backup of all is slow, and must not block suspending one.
  return withHands(config, process.env, run, { isAlone: process.argv[2] !== 'backup' });
});
