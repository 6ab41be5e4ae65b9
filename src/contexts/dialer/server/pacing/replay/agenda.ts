/** What happens next on a virtual clock: a binary heap; what is planned for the same moment happens in the order planned. */
interface Entry {
  at: number;
  order: number;
  run: () => void;
}

export class Agenda {
  now = 0;
  readonly #heap: Entry[] = [];
  #planned = 0;

  at(time: number, run: () => void): void {
    const heap = this.#heap;
    const entry = { at: time, order: ++this.#planned, run };
    let place = heap.push(entry) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!sooner(entry, heap[parent] as Entry)) break;
      heap[place] = heap[parent] as Entry;
      place = parent;
    }
    heap[place] = entry;
  }

  /** The next action before `end`, with the clock moved to it. */
  next(end: number): (() => void) | null {
    const heap = this.#heap;
    const first = heap[0];
    if (!first || first.at >= end) return null;
    const last = heap.pop() as Entry;
    if (heap.length > 0) sink(heap, last);
    this.now = first.at;
    return first.run;
  }
}

const sooner = (a: Entry, b: Entry): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

function sink(heap: Entry[], entry: Entry): void {
  let place = 0;
  for (;;) {
    let child = 2 * place + 1;
    if (child >= heap.length) break;
    const other = heap[child + 1];
    if (other && sooner(other, heap[child] as Entry)) child += 1;
    if (!sooner(heap[child] as Entry, entry)) break;
    heap[place] = heap[child] as Entry;
    place = child;
  }
  heap[place] = entry;
}
