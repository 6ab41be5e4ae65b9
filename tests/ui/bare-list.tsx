/** Baseline of the benchmark: Mantine's table with virtual rows and checkboxes, and nothing else. */
import { Checkbox, Table } from '@mantine/core';
import '@mantine/core/styles/Table.layer.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef, useState } from 'react';
import '../../src/kernel/ui/parts/theme/styles.ts';

export type BareItem = { id: number } & Record<string, unknown>;

/** `names` are the columns in order, the first of which names the row; `load` is called once. */
export function BareList({ names, load }: { names: readonly string[]; load: () => Promise<BareItem[]> }) {
  const [rows, setRows] = useState<BareItem[]>([]);
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/exhaustive-deps -- called once
  useEffect(() => void load().then(setRows), []);
  // oxlint-disable-next-line react/incompatible-library -- rows are memoised by hand
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 44,
    overscan: 6,
  });
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div ref={scroller} style={{ height: 'calc(100dvh - 230px)', overflow: 'auto' }}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <Checkbox aria-label="all" />
            </Table.Th>
            {names.map((name, i) => (
              <Table.Th key={name}>Column {i + 1}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <tr style={{ height: above }} />
          {items.map(({ index }) => {
            const row = rows[index];
            return row && <BareRow key={row.id} row={row} names={names} />;
          })}
          <tr style={{ height: below }} />
        </Table.Tbody>
      </Table>
    </div>
  );
}

const BareRow = memo(function BareRow({ row, names }: { row: BareItem; names: readonly string[] }) {
  const [isOn, setOn] = useState(false);
  return (
    <Table.Tr h={44} bg={isOn ? 'var(--mantine-primary-color-light)' : undefined}>
      <Table.Td>
        <Checkbox
          aria-label={`Select ${String(row[names[0] ?? ''])}`}
          checked={isOn}
          onChange={({ currentTarget }) => setOn(currentTarget.checked)}
        />
      </Table.Td>
      {names.map((name) => (
        <Table.Td key={name} style={{ whiteSpace: 'nowrap' }}>
          {String(row[name])}
        </Table.Td>
      ))}
    </Table.Tr>
  );
});
