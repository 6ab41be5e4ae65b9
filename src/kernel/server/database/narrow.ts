/** Conditions for the filters of a list, keyed by the contract's names. */
import type { Endpoint, Taken } from '#kernel/contract/endpoint.ts';
import type { Fragment } from './sql.ts';

/** Of a list's input, what narrows it: its filters and the search. */
export type FilterOf<E extends Endpoint> = Exclude<keyof Taken<E>, 'page' | 'size' | 'part' | 'sort'>;
export type Filters<E extends Endpoint> = Partial<Pick<Taken<E>, FilterOf<E>>>;

/** `null` marks a filter that another one's condition reads, or that does not narrow rows. */
export type Conditions<E extends Endpoint, K extends FilterOf<E> = FilterOf<E>> = {
  readonly [F in K]-?: ((value: NonNullable<Taken<E>[F]>) => Fragment | false) | null;
};

/**
 * Conditions of the used filters. A contract filter without a condition does not compile: a list ignoring it would
 * return wrong rows. An empty search adds no condition.
 */
export function narrow<E extends Endpoint>(asked: Filters<E>, by: Conditions<E>): (Fragment | false)[] {
  return (Object.keys(by) as FilterOf<E>[]).map((filter) => {
    const value = asked[filter];
    const condition = by[filter];
    if (condition === null || value === undefined || value === null || value === '') return false;
    return condition(value as NonNullable<Taken<E>[typeof filter]>);
  });
}
