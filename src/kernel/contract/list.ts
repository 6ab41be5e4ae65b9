import * as z from 'zod/mini';
import { type Endpoint, type RouteLine, type Shape, endpoint } from './endpoint.ts';
import type { Access } from './access.ts';

/** Page sizes of lists; 100 by default (document 1, section 9). */
export const pageSizes = [5, 10, 20, 30, 50, 100, 500] as const;
export const defaultPageSize = 100;
const lastPage = 10_000;

type Optional<F extends Shape> = { [K in keyof F]: z.ZodMiniOptional<F[K]> };
const paging = {
  page: z.optional(z.int().check(z.minimum(1), z.maximum(lastPage))),
  size: z.optional(z.int().check(z.minimum(1), z.maximum(500))),
  q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  /** The rows, their number, or their exact number; rows and number by default. */
  part: z.optional(z.enum(['rows', 'count', 'exact'])),
};
type Paging = typeof paging & { sort: z.ZodMiniOptional<z.ZodMiniString> };

/**
 * A paged list: adds page, size, part, q and sort, makes every filter optional and returns {rows, count, summary?}.
 * Above ten thousand the count is a lower bound, with isMore. `sorts` are the sortable columns; the client sends
 * `name` or `-name`.
 */
export function list<R extends z.ZodMiniType, F extends Shape = Record<never, never>>(
  line: RouteLine,
  o: {
    can: Access;
    row: R;
    filters?: F;
    sorts?: readonly string[];
    summary?: z.ZodMiniType;
    also?: readonly RouteLine[];
    about?: string;
    isReport?: boolean;
    /** The largest page; 500 by default. */
    most?: number;
  },
): Endpoint<Paging & Optional<NoInfer<F>>, R, 'list'> {
  const sorts = (o.sorts ?? []).flatMap((name) => [name, `-${name}`]);
  const sort = sorts.length ? z.enum(sorts as [string, ...string[]]) : z.literal('');
  const takes: Shape = { ...paging, sort: z.optional(sort) };
  if (o.most !== undefined) takes.size = z.optional(z.int().check(z.minimum(1), z.maximum(o.most)));
  for (const [name, filter] of Object.entries(o.filters ?? {})) takes[name] = z.optional(filter);
  const { can, also, about, isReport } = o;
  const made = endpoint(line, { can, takes, gives: o.row, answer: 'list', also, about, isReport });
  return { ...made, summary: o.summary } as unknown as Endpoint<Paging & Optional<F>, R, 'list'>;
}
