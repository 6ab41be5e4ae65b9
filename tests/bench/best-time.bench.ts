/**
 * Whether learned best hours and numbers increase answers, evaluated on history: a year of random calls trains on two
 * thirds and is tested on the last. Only calls of that third that match our choice are included (replay: needs no model
 * of answers, so none can be flattering).
 */
import { Random } from '../../src/app/demo/random.ts';
import {
  type Past,
  type Tally,
  bestNumber,
  bestOf,
  chances,
  hoursOf,
  known,
  noHours,
} from '../../src/contexts/dialer/server/best-time/chance.ts';
import { report } from './kit.ts';

const people = 4000;
const callsOfEach = 45;
const taught = 30;
const numbers = 3;
const bands = noHours().length;

/** The chance that a person answers this number in these hours, at their n-th call of the year. */
type World = (random: Random) => (o: { band: number; number: number; n: number }) => number;
const worlds: Record<string, World> = {
  'no effect: everybody answers alike, at any hour': () => () => 0.25,
  'a level of each person only': (random) => {
    const level = random.next() * 0.5;
    return () => level;
  },
  'planted: two good hours and one good number each': (random) => {
    const [good, own] = [random.int(0, bands - 1), random.int(0, numbers - 1)];
    return ({ band, number }) => (band === good ? 0.5 : 0.18) * (number === own ? 1 : 0.4);
  },
  'another mechanism: shifts that change every two months, a number that dies': (random) => {
    const shifts = Array.from({ length: 8 }, () => random.int(0, bands - 1));
    const dies = callsOfEach * random.next();
    return ({ band, number, n }) => {
      const at = shifts[Math.floor(n / 8)] ?? 0;
      const isAtWork = band === at || band === (at + 1) % bands;
      return (isAtWork ? 0.05 : 0.35) * (number === 0 && n > dies ? 0 : 1);
    };
  },
};

interface Count {
  calls: number;
  answers: number;
}
const rate = ({ calls, answers }: Count): number => answers / calls;
/** Lift above random order in percent, and half of its 95 % interval. */
function lift(chosen: Count, all: Count): { lift: number; give: number } {
  const [ours, theirs] = [rate(chosen), rate(all)];
  const error = Math.sqrt((ours * (1 - ours)) / chosen.calls + (theirs * (1 - theirs)) / all.calls);
  return { lift: (ours / theirs - 1) * 100, give: ((1.96 * error) / theirs) * 100 };
}
const add = (count: Count, isAnswer: boolean): void => {
  count.calls += 1;
  if (isAnswer) count.answers += 1;
};
const none = (): Count => ({ calls: 0, answers: 0 });

function backTest(
  seed: number,
  world: World,
): { hour: Count; number: Count; sentence: Count; told: Count; all: Count } {
  const random = new Random(seed);
  const result = { hour: none(), number: none(), sentence: none(), told: none(), all: none() };
  const campaign = noHours();
  const years = Array.from({ length: people }, () => {
    const chance = world(random);
    return Array.from({ length: callsOfEach }, (_, n) => {
      const [band, number] = [random.int(0, bands - 1), random.int(0, numbers - 1)];
      return { band, number, isAnswer: random.next() < chance({ band, number, n }) };
    });
  });
  for (const year of years)
    for (const { band, isAnswer } of year.slice(0, taught)) add(campaign[band] as Tally, isAnswer);
  for (const year of years) {
    for (const [n, call] of year.entries()) {
      if (n < taught) continue;
      const past = year.slice(0, n).map((one, i): Past & { number: number } => ({
        number: one.number,
        hour: hoursOf(one.band).from,
        daysAgo: ((n - i) * 365) / callsOfEach,
        calls: 1,
        answers: Number(one.isAnswer),
      }));
      const own = known(past);
      const byNumber = Array.from({ length: numbers }, (_, i) =>
        known(past.filter(({ number }) => number === i)),
      );
      const all = chances(own.weighed, campaign);
      const said = bestOf(own, campaign);
      add(result.all, call.isAnswer);
      if (said) add(result.told, call.isAnswer);
      if (all.indexOf(Math.max(...all)) === call.band) add(result.hour, call.isAnswer);
      if (said && said.from === hoursOf(call.band).from) add(result.sentence, call.isAnswer);
      if (bestNumber(byNumber.map(({ weighed }) => weighed)) === call.number)
        add(result.number, call.isAnswer);
    }
  }
  return result;
}

for (const [name, world] of Object.entries(worlds)) {
  const { hour, number, sentence, told, all } = backTest(7, world);
  process.stdout.write(`${name}: answered ${(rate(all) * 100).toFixed(1)} % of calls in random order\n`);
  const isNothing = name.startsWith('no effect');
  for (const [what, count] of Object.entries({ 'best hours': hour, 'best number': number })) {
    const { lift: percent, give } = lift(count, all);
    report(`  lift of the ${what} (± ${give.toFixed(1)})`, percent, {
      unit: '%',
      ...(isNothing && { atMost: Math.ceil(give * 10) / 10 }),
    });
  }
  const brings = sentence.calls > 0 ? `; where it does, ${lift(sentence, told).lift.toFixed(1)} %` : '';
  process.stdout.write(
    `         the page names best hours of ${((told.calls / all.calls) * 100).toFixed(0)} % of borrowers${brings}\n`,
  );
}
