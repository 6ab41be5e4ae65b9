import * as z from 'zod/mini';
import { columnWidth } from './fields/column-width.ts';
import { domain, endpoint } from './endpoint.ts';
import { flag, id, key, optional, text } from './field.ts';

/** A list by the name of its endpoint, such as `loans.list`. */
const listName = () => z.string().check(z.regex(/^[a-z]+(-[a-z]+)*\.[a-zA-Z]{1,40}$/));
const isSmall = (most: number) => z.refine((made) => Object.keys(made as object).length <= most);
const word = z.string().check(z.regex(/^[a-zA-Z][\w.-]{0,40}$/));
/** Filters, search and order of a list's URL, by name. */
const words = () => z.record(word, z.string().check(z.maxLength(2000))).check(isSmall(40));
const ofColumns = <S extends z.ZodMiniType>(value: S) =>
  z.optional(z.record(word, value).check(isSmall(100)));

/** Differences of the columns from the list's default, by their keys. */
const arrangement = () =>
  z.strictObject({
    shown: ofColumns(z.boolean()),
    pinned: ofColumns(z.boolean()),
    widths: ofColumns(z.int().check(z.minimum(columnWidth.min), z.maximum(columnWidth.max))),
  });
export type Arrangement = z.infer<ReturnType<typeof arrangement>>;

const view = z.object({
  id: id(),
  uId: z.string(),
  name: z.string(),
  words: z.record(z.string(), z.string()),
  arrangement: arrangement(),
  isShared: flag(),
  isOwn: flag(),
  /** Owner. */
  by: z.string(),
});

/** Saved filters, order and columns of a list: personal ones, and those shared by leaders. */
export const listViews = domain('list-views', {
  all: endpoint('GET /list-views', {
    about: 'Saved views of a list: the caller’s own, and those shared with them.',
    can: 'staff',
    takes: { list: listName() },
    gives: view,
    answer: 'rows',
  }),
  create: endpoint('POST /list-views', {
    about: 'Saves filters, order and columns of a list under a name.',
    can: 'staff',
    takes: {
      list: listName(),
      name: text({ max: 60, isLine: true }),
      words: words(),
      arrangement: arrangement(),
      isShared: optional(flag()),
    },
    gives: view,
    errors: ['TAKEN', 'INVALID_INPUT'],
  }),
  edit: endpoint('PATCH /list-views/:id', {
    about: 'Changes a saved view of the caller: its name, what it shows, who sees it.',
    can: 'staff',
    takes: {
      id: key('list-views'),
      name: optional(text({ max: 60, isLine: true })),
      words: optional(words()),
      arrangement: optional(arrangement()),
      isShared: optional(flag()),
    },
    gives: view,
    errors: ['NOT_FOUND', 'TAKEN'],
  }),
  remove: endpoint('DELETE /list-views/:id', {
    about: 'Removes a saved view of the caller.',
    can: 'staff',
    takes: { id: key('list-views') },
    errors: ['NOT_FOUND'],
  }),
});
