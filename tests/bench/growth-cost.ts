/** Monthly cost of an agency at 1, 200 and 5,000 agencies: computed from measurements on one host. */
import { report } from './kit.ts';

interface Measured {
  /** Of the agency that was measured, with a year of work. */
  loans: number;
  outcomes: number;
  bytes: number;
  /** Mean of all pages, server and database together, one at a time: at most so long a processor is busy for one. */
  msPerAnswer: number;
}
/** One agency of the middle: what it has and does. */
const agency = { loans: 50_000, people: 60, answersPerPersonAndHour: 240, hours: 9, days: 26, peak: 2.5 };
/** Rupees per month; common rental prices, overridable: PRICES='{"processor":…}'. */
const prices = {
  processor: 2200,
  gigabyteOfMemory: 350,
  gigabyteOfDisk: 9,
  gigabyteOfBackup: 2,
  ...(JSON.parse(process.env['PRICES'] ?? '{}') as object),
};
/** Megabytes of an idle agency in a node and in its cluster: six connections and an app (decisions 162, 348). */
const memory = { node: 12, cluster: 60, base: 300, cache: 0.12 };
const busyAtMost = 0.6;
/** Agencies per cluster before the next cell (decision 162). */
const perCell = 300;
const copiesOfBackup = 8;

const steps = [
  { agencies: 1, must: 'One machine with the embedded database; backups go to another place.' },
  {
    agencies: 200,
    must: 'One cluster of its own with a standby, PgBouncer, two nodes or more behind a balancer, files in S3, a directory of agencies.',
  },
  {
    agencies: 5000,
    must: 'Cells: a cluster, its standby and its nodes for each 300 agencies, the directory copied to every cell, agencies moved between them by night.',
  },
];

export function costsOf({ loans, bytes, msPerAnswer, outcomes }: Measured): void {
  const gigabytes = (bytes / loans / 2 ** 30) * agency.loans;
  const answersAtPeak = (agency.people * agency.answersPerPersonAndHour * agency.peak) / 3600;
  const processors = (answersAtPeak * msPerAnswer) / 1000 / busyAtMost;
  report('measured: kilobytes of a loan with its year', bytes / loans / 1024, { unit: 'kB' });
  report('measured: outcomes of a loan in it', outcomes / loans);
  report('measured: mean of all pages', msPerAnswer, { unit: 'ms' });
  report('an agency of the middle: answers a second at its peak', answersAtPeak);
  for (const { agencies, must } of steps) {
    const cells = Math.ceil(agencies / perCell);
    // A standby of each cluster from the second step on, and two nodes at least.
    const spare = agencies > 1 ? 2 : 1;
    const cores = Math.max(2, Math.ceil(processors * agencies)) + (spare - 1) * cells * 2;
    const ram =
      (agencies * (memory.node + memory.cluster)) / 1024 +
      (cells * spare * memory.base) / 1024 +
      gigabytes * memory.cache * agencies * spare;
    const disk = gigabytes * agencies * spare * 1.5;
    const rupees =
      cores * prices.processor +
      Math.max(4, ram) * prices.gigabyteOfMemory +
      disk * prices.gigabyteOfDisk +
      gigabytes * agencies * copiesOfBackup * prices.gigabyteOfBackup;
    const count = agencies.toLocaleString('en-IN');
    report(`${count} agencies: processors`, cores);
    report(`${count} agencies: memory`, Math.max(4, ram), { unit: 'GB' });
    report(`${count} agencies: disk`, disk, { unit: 'GB' });
    report(`${count} agencies: clusters`, cells * spare);
    report(`${count} agencies: an agency a month`, rupees / agencies, { unit: '₹' });
    process.stdout.write(`         ${must}\n`);
  }
}
