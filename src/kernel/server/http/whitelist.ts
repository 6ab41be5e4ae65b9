/** Only what the contract names leaves the server; prepared once per endpoint. */
import * as z from 'zod/mini';
import type { Endpoint } from '#kernel/contract/endpoint.ts';
import type { Notice, Verdict } from '#kernel/contract/outbox/sync-rows.ts';

export interface Wire {
  statusCode: 200;
  row?: unknown;
  rows?: unknown;
  count?: number;
  isMore?: true;
  summary?: unknown;
  /** Result of an entry, when it is more than accepted. */
  verdict?: Verdict;
  notices?: readonly Notice[];
}

/** True when a schema converts values, such as paise into rupees. */
function converts(schema: z.ZodMiniType): boolean {
  const def = schema._zod.def as unknown as Record<string, unknown>;
  if (def.type === 'pipe' || def.type === 'transform') return true;
  const inner = [def.innerType, def.element, ...Object.values((def.shape as object | undefined) ?? {})];
  return inner.some((part) => typeof part === 'object' && part !== null && converts(part as z.ZodMiniType));
}

/** Plain schemas are parsed, which is compiled and twice as quick as encoding. */
function exit(schema: z.ZodMiniType): (value: unknown) => unknown {
  return converts(schema) ? (value) => z.encode(schema, value as never) : (value) => z.parse(schema, value);
}

export function whitelistOf({ answer, gives, summary }: Endpoint): (result: unknown) => Wire {
  const statusCode = 200;
  if (answer === 'row') {
    const one = exit(gives);
    return (result) => ({ statusCode, row: one(result) });
  }
  const many = exit(z.array(gives));
  if (answer === 'rows') return (result) => ({ statusCode, rows: many(result) });
  if (answer !== 'list') return () => ({ statusCode });
  const totals = summary && exit(summary);
  return (result) => {
    const list = result as { rows: unknown[]; count?: number; isMore?: boolean; summary?: unknown };
    const wire: Wire = { statusCode, rows: many(list.rows), count: list.count };
    if (list.isMore) wire.isMore = true;
    return totals && list.summary !== undefined ? { ...wire, summary: totals(list.summary) } : wire;
  };
}
