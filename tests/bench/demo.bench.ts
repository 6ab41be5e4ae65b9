/** How quickly the generator fills an empty database, statements of vacuum and indexes included. */
import { loadDemo } from '../../src/app/demo/load/load.ts';
import { benchDatabase, report } from './kit.ts';

const loans = 1_000_000;
const { database, stop } = await benchDatabase();
const started = performance.now();
let streamed = 0;
await loadDemo(database, {
  loans,
  onProgress: (done) => {
    if (done >= loans && !streamed) streamed = performance.now();
  },
});
report('10 lakh loans with their stories, streamed', loans / ((streamed - started) / 1000), {
  unit: 'loans/s',
  atLeast: 20_000,
});
report('the same with indexes and vacuum', loans / ((performance.now() - started) / 1000), {
  unit: 'loans/s',
});
report('memory of the generating process', process.memoryUsage().rss / 1e6, { unit: 'MB' });
await stop();
process.exit(0);
