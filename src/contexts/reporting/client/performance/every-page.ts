/** All rows of a list, page by page: a partly filled one is the last. Pages start at 1. */
export async function everyPage<T>(
  size: number,
  read: (page: number) => Promise<readonly T[]>,
): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; ; page += 1) {
    const rows = await read(page);
    all.push(...rows);
    if (rows.length < size) return all;
  }
}
