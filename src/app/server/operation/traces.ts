/**
 * What one request or job did and how long each part took, for a collector of traces. Without TRACES_URL there are none
 * and nothing here is called; `otlp.ts` is loaded only for them (decision 260).
 */

/** Internal names and numbers: no path with ids, no parameter, no personal name. */
export type Facts = Record<string, string | number>;

export interface Span {
  /** Spans started inside become children. */
  inside<T>(work: () => T): T;
  end(facts?: Facts, isFailed?: boolean): void;
}

export interface Traces {
  /** `parent`: the caller's `traceparent` header, trusted for correlation. */
  begin(kind: 'request' | 'job' | 'part', name: string, facts: Facts, parent?: string | string[]): Span;
  /** Whether something is under way that parts belong to: what clocks do by themselves is not traced. */
  isUnderWay(): boolean;
  /** For log records; empty outside of a trace. */
  ids(): { traceId?: string; spanId?: string };
  /** Sends what is waiting. */
  stop(): Promise<void>;
}

/** Carries it out as a span, which fails as it does. */
export async function spanned<T>(
  span: Span,
  work: () => Promise<T>,
  factsOf?: (error: unknown) => Facts,
): Promise<T> {
  try {
    const result = await span.inside(work);
    span.end();
    return result;
  } catch (error) {
    span.end(factsOf?.(error), true);
    throw error;
  }
}
