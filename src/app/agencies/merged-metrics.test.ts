import { expect, test } from 'vitest';
import { merged } from './merged-metrics.ts';

const page = (agency: string): string =>
  `# HELP recoup_sockets Open sockets\n# TYPE recoup_sockets gauge\nrecoup_sockets{agency="${agency}"} 1\n\n` +
  `# HELP recoup_wait Seconds\n# TYPE recoup_wait histogram\nrecoup_wait_bucket{le="1",agency="${agency}"} 2\nrecoup_wait_sum{agency="${agency}"} 1\n`;

test('a metric family is described once and contains the series of every agency', () => {
  const lines = merged([page('asha'), page('bandhu')])
    .trim()
    .split('\n');
  expect(lines).toEqual([
    '# HELP recoup_sockets Open sockets',
    '# TYPE recoup_sockets gauge',
    'recoup_sockets{agency="asha"} 1',
    'recoup_sockets{agency="bandhu"} 1',
    '# HELP recoup_wait Seconds',
    '# TYPE recoup_wait histogram',
    'recoup_wait_bucket{le="1",agency="asha"} 2',
    'recoup_wait_sum{agency="asha"} 1',
    'recoup_wait_bucket{le="1",agency="bandhu"} 2',
    'recoup_wait_sum{agency="bandhu"} 1',
  ]);
});
