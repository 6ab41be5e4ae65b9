/** Repository rules, each with its violations: printed by `npm run house`, enforced by a test. */
import { dirname } from 'node:path';
import { channelsNamedAgain } from '../../../tests/architecture/channels.ts';
import { contactDecisions } from '../../../tests/architecture/contact.ts';
import { tooLong } from '../../../tests/architecture/house.ts';
import { foreignWrites } from '../../../tests/architecture/ownership.ts';
import type { Source } from '../../../tests/architecture/source.ts';
import { circlesIn } from './circles.ts';
import { homonyms } from './homonyms.ts';
import { tooLarge, unreached } from './kernel.ts';
import { type Context, drifted, driftedMap } from './readmes.ts';
import { type MigrationFile, brokenMigrations } from './migrations.ts';

interface Point {
  name: string;
  /** Violations; none if satisfied. */
  broken: readonly string[];
}
export interface Given {
  sources: readonly Source[];
  contexts: readonly Context[];
  /** The text of `docs/ARCHITECTURE.md`. */
  map: string;
  endpoints: readonly { name: string; about?: string | undefined }[];
  /** Tables, views and, with their table, columns of a migrated database. */
  catalogue: readonly { table: string; column: string | null; comment: string | null }[];
  /** Tables that a context or the kernel owns. */
  owned: readonly string[];
  tables: readonly string[];
  migrations: readonly MigrationFile[];
}

const kernelServer = /^src\/kernel\/server\/(?!tables\.ts$)/;
/** Trade terms not allowed in the kernel; column comments and settings are exempt. */
const trade = /\b(loans?|borrowers?|promises|settlements?|campaigns?|dispositions?|lenders?|portfolios?)\b/i;
/** Not comments, and not what a header or a module of Node is called. */
const said = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|Content-Disposition|node:fs\/promises/gm, '');
const knowsTheTrade = ({ path, text }: Source): string[] => {
  const [word] = (kernelServer.test(path) && trade.exec(said(text))) || [];
  return word ? [`${path} speaks of ${word}`] : [];
};

/** Files listing contexts one by one: both module lists, both entry points, and texts. */
const roots = /^src\/app\/(server\/modules\.ts|client\/screens\.ts|contract\.ts)$/;
const wires = ({ path, imports }: Source): string[] => {
  if (!/^src\/app\/(server|client)\/[^/]+\.tsx?$/.test(path) || roots.test(path)) return [];
  const contexts = new Set(
    imports.flatMap(
      ({ to }) => /^src\/contexts\/([^/]+)\/(?:server|client)\/module\.ts$/.exec(to)?.[1] ?? [],
    ),
  );
  return contexts.size > 1 ? [`${path} wires ${[...contexts].join(', ')}`] : [];
};

/** About fifteen files are readable at a glance; glossary and commands are flat lists. */
const mostInRoom = 21;
const flat = /^src\/(language|tools)$/;
function crowded(sources: readonly Source[]): string[] {
  const rooms = Map.groupBy(sources, ({ path }) => dirname(path));
  return [...rooms]
    .filter(([room, files]) => files.length > mostInRoom && !flat.test(room))
    .map(([room, files]) => `${room} has ${files.length} files`);
}

const nameOf = ({ table, column }: { table: string; column: string | null }): string =>
  column === null ? table : `${table}.${column}`;

export function pointsOf({
  sources,
  contexts,
  map,
  endpoints,
  catalogue,
  owned,
  tables,
  migrations,
}: Given): Point[] {
  const each = (rule: (source: Source) => string[]): string[] => sources.flatMap(rule);
  return [
    { name: 'places outside contact that decide about a contact', broken: each(contactDecisions) },
    { name: 'files that name the channels of messages again', broken: each(channelsNamedAgain) },
    { name: 'files beside the lists that wire contexts', broken: each(wires) },
    { name: 'files of the server kernel that know the trade', broken: each(knowsTheTrade) },
    { name: 'files of the server kernel that no context reaches', broken: unreached(sources) },
    { name: 'a server kernel that is too large', broken: tooLarge(sources) },
    {
      name: 'READMEs that say otherwise than their modules',
      broken: [...drifted(contexts, sources), ...driftedMap(contexts, map)],
    },
    { name: 'writes to tables of another context', broken: each(foreignWrites) },
    { name: 'tables without an owner', broken: tables.filter((table) => !owned.includes(table)) },
    { name: 'owned tables that are not there', broken: owned.filter((table) => !tables.includes(table)) },
    {
      name: 'tables and columns without a comment',
      broken: catalogue.filter((one) => !one.comment?.trim()).map(nameOf),
    },
    {
      name: 'endpoints without a description',
      broken: endpoints.filter(({ about }) => !about?.trim()).map(({ name }) => name),
    },
    {
      name: 'names exported by three files or more',
      broken: homonyms(sources).map(([name, paths]) => `${name}: ${paths.join(', ')}`),
    },
    { name: 'circles of imports', broken: circlesIn(sources).map((circle) => circle.join(' – ')) },
    { name: 'migrations that stop servers at work', broken: brokenMigrations(migrations) },
    { name: 'rooms with a room missing', broken: crowded(sources) },
    { name: 'files that are too long', broken: each(tooLong) },
  ];
}
