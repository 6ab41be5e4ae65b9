/** The least that shows a list of borrowers on a phone: Mantine, its bars and cards, the rows in the page. */
import { Badge, Burger, Group, MantineProvider, Paper, Stack, Text, Title } from '@mantine/core';
import '@mantine/core/styles.css';
import { createRoot } from 'react-dom/client';

interface Row {
  id: number;
  who: string;
  much: string;
  mark: string;
  next: string;
}
const drawn = 20;
const { title, rows } = JSON.parse(document.getElementById('rows')?.textContent ?? '{}') as {
  title: string;
  rows: Row[];
};

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');
createRoot(root).render(
  <MantineProvider>
    <Group component="header" h={56} px="md" justify="space-between">
      <Burger aria-label="Menu" />
      <Text fw={600}>Recoup</Text>
    </Group>
    <Stack component="main" p="md" gap="sm">
      <Title order={1}>{title}</Title>
      {rows.slice(0, drawn).map(({ id, who, much, mark, next }) => (
        <Paper key={id} withBorder p="sm" radius="md">
          <Group justify="space-between">
            <Text component="a" href={`/view-borrower?id=${id}`} fw={600}>
              {who}
            </Text>
            <Text fw={600}>{much}</Text>
          </Group>
          <Group gap="xs">
            <Badge>{mark}</Badge>
            <Text size="sm">{next}</Text>
          </Group>
        </Paper>
      ))}
    </Stack>
  </MantineProvider>,
);
