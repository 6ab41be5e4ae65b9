/** Field kinds of `--fields name:text,dueOn:day`, and their forms in contract, table, screen and test. */
import { titleOf } from './names.ts';

interface Kind {
  /** Contract builder; the first form is for unique fields. */
  schema: string;
  /** What the schema needs to be imported. */
  uses: readonly string[];
  column: string;
  /** Builders of `columnsOf` and `fieldsOf`. */
  shows: string;
  asks: string;
  /** Values of a test, on the wire and in the table. */
  sample: string;
  stored: string;
  isSortable: boolean;
}
const text = (o: Partial<Kind>): Kind => ({
  schema: 'text({ max: 120 })',
  uses: ['text'],
  column: 'text not null',
  shows: 'text',
  asks: 'text',
  sample: `'First'`,
  stored: `'First'`,
  isSortable: true,
  ...o,
});
const same = (value: string): Pick<Kind, 'sample' | 'stored'> => ({ sample: value, stored: value });

const kinds: Readonly<Record<string, Kind>> = {
  text: text({}),
  note: text({
    schema: 'optional(note({ max: 250 }))',
    uses: ['note', 'optional'],
    column: `text not null default ''`,
    asks: 'area',
    ...same(`'A note'`),
    isSortable: false,
  }),
  clock: text({ schema: 'clock()', uses: ['clock'], asks: 'time', ...same(`'00:15'`) }),
  mobile: text({ schema: 'mobile()', uses: ['mobile'], ...same(`'9000000001'`), isSortable: false }),
  email: text({ schema: 'email()', uses: ['email'], ...same(`'first@example.in'`) }),
  colour: text({
    schema: 'colour()',
    uses: ['colour'],
    asks: 'colour',
    ...same(`'#009070'`),
    isSortable: false,
  }),
  day: text({
    schema: 'day()',
    uses: ['day'],
    column: 'date not null',
    shows: 'day',
    asks: 'day',
    ...same(`'2026-12-25'`),
  }),
  number: text({
    schema: 'number()',
    uses: ['number'],
    column: 'int not null',
    shows: 'number',
    asks: 'number',
    ...same('5'),
  }),
  rupees: text({
    schema: 'rupees({ min: 0 })',
    uses: ['rupees'],
    column: 'bigint not null',
    shows: 'money',
    asks: 'money',
    sample: '12.5',
    stored: '1250',
  }),
  flag: text({
    schema: 'flag()',
    uses: ['flag'],
    column: 'boolean not null',
    shows: 'flag',
    asks: 'flag',
    ...same('true'),
    isSortable: false,
  }),
};
export const kindNames = Object.keys(kinds);

export interface SliceField extends Kind {
  name: string;
  /** `due_on`: its column in the table. */
  snake: string;
  label: string;
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);
const snakeOf = (name: string): string => kebab(name).replaceAll('-', '_');
/** Names used by every row or by slice texts. */
const reserved = [
  'id',
  'uId',
  'isActive',
  'title',
  'one',
  'empty',
  'created',
  'updated',
  'failed',
  'agentName',
  'agent',
  'createdAt',
  'updatedAt',
  'userId',
];
/** Reserved by PostgreSQL. */
const sqlWords = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column
  concurrently constraint create cross current_catalog current_date current_role current_schema current_time
  current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze from
  full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit localtime
  localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references returning right
  select session_user similar some symmetric system_user table tablesample then to trailing true union unique user using
  variadic verbose when where window with`.split(/\s+/),
);
export const isSqlWord = (snake: string): boolean => sqlWords.has(snake);

/** Fields of `name:text,dueOn:day`, or an error sentence. */
export function fieldsFrom(given: string): SliceField[] | string {
  const fields: SliceField[] = [];
  for (const part of given.split(',')) {
    const [name = '', word = 'text'] = part.trim().split(':');
    const kind = kinds[word];
    if (!/^[a-z][a-zA-Z]*$/.test(name))
      return `“${name}” is no field name: use letters, the first one small.`;
    if (reserved.includes(name) || fields.some((field) => field.name === name))
      return `There is a field ${name} already.`;
    if (isSqlWord(snakeOf(name)))
      return `“${name}” is a word of SQL, so no column can be called so: write ${name}Of, ${name}Name or what it is.`;
    if (!kind) return `There is no kind ${word}: use one of ${kindNames.join(', ')}.`;
    fields.push({ ...kind, name, snake: snakeOf(name), label: titleOf(kebab(name)) });
  }
  return fields;
}

/** The import line of the field builders of a contract file. */
export const usesOf = (fields: readonly SliceField[], more: readonly string[] = []): string =>
  [...new Set([...fields.flatMap(({ uses }) => uses), ...more])].sort().join(', ');
