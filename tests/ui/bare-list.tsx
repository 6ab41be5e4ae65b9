/** The floor of the benchmark: Mantine's own table with virtual rows and a box in each, and nothing else. */
import { Checkbox, Table } from '@mantine/core';
import '@mantine/core/styles/Table.layer.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef, useState } from 'react';
import '../../src/client/ui/styles.ts';

type Row = { id: number } & Record<string, unknown>;
const names = Array.from({ length: 18 }, (_, i) => `c${i}`);

export function BareList() {
  const [rows, setRows] = useState<Row[]>([]);
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void fetch('/api/wides?page=1&size=500')
      .then((answer) => answer.json())
      .then((body) => setRows((body as { rows: Row[] }).rows));
  }, []);
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
            return row && <BareRow key={row.id} row={row} />;
          })}
          <tr style={{ height: below }} />
        </Table.Tbody>
      </Table>
    </div>
  );
}

const BareRow = memo(function BareRow({ row }: { row: Row }) {
  const [isOn, setOn] = useState(false);
  return (
    <Table.Tr h={44} bg={isOn ? 'var(--mantine-primary-color-light)' : undefined}>
      <Table.Td>
        <Checkbox
          aria-label={`Select ${String(row.c0)}`}
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
