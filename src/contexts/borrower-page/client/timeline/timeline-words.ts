/** Text of a timeline row, in the user's language. Pure. */
import { promiseStatesText } from '#text/en/promise-states.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import type { loans } from '#contexts/loans/contract/loans.ts';
import { promiseMood, shownStateIn } from '#contexts/work/contract/promise-states.ts';
import { borrowerText } from '#contexts/loans/text/en/borrower.ts';
import { type Channel, channelOf, channels } from '#kernel/contract/channels/channels.ts';
import { channelName } from '#text/en/channels.ts';
import { communicationsText as messages } from '#contexts/messaging/text/en/communications.ts';
import { visitsText } from '#contexts/work/text/en/visits.ts';
import { dayWords, minutesText, rupees } from '#kernel/ui/parts/values/format.ts';
import type { Tone } from '#kernel/ui/parts/values/status-pill.tsx';

export type TimelineRow = WireRow<typeof loans.timeline>;
const say = borrowerText.timeline;

type MessagePicture = (typeof channelOf)[Channel]['picture'];
/** Of an e-mail too, which is no channel. */
const pictureOfMessage = (what: string | null): MessagePicture =>
  channels.flatMap((one) => (one === what ? channelOf[one].picture : []))[0] ?? 'message';
/** Picture name of a row; the screen has the pictures. */
export type Picture =
  | 'broken'
  | 'promise'
  | 'call'
  | 'missed'
  | 'inbound'
  | MessagePicture
  | 'link'
  | 'visit'
  | 'payment'
  | 'file'
  | 'outcome'
  | 'received';
interface Told {
  picture: Picture;
  tone: Tone;
  title: string;
  /** Result, next to the title. */
  state?: { word: string; tone: Tone };
  about: string;
}

const words = (all: Readonly<Record<string, string>>, name: string | null): string =>
  name === null ? '' : (all[name] ?? name);
const channel = (name: string | null): string => (name === null ? '' : channelName(name));
const line = (...parts: (string | null | false | undefined)[]): string => parts.filter(Boolean).join(' · ');
const quoted = (note: string | null): string | null => note && `“${note}”`;

const dueOf = ({ day }: TimelineRow): string | null => day && dayWords(day);
const sumOf = ({ amount }: TimelineRow): string => rupees(amount ?? 0);

function judged(row: TimelineRow): Told {
  const state = shownStateIn(row.state);
  const due = dueOf(row);
  return {
    picture: state === 'broken' ? 'broken' : 'promise',
    tone: state ? promiseMood[state] : 'plain',
    title: words(say.judged, row.state),
    about: line(due && say.due(sumOf(row), due), say.received(rupees(row.received ?? 0))),
  };
}

function promise(row: TimelineRow): Told {
  const state = shownStateIn(row.state);
  const due = dueOf(row);
  return {
    picture: 'promise',
    tone: 'info',
    title: say.promised(sumOf(row)),
    // A broken PTP has a separate row on the day it broke.
    ...(state &&
      state !== 'broken' && {
        state: { word: promiseStatesText[state], tone: promiseMood[state] },
      }),
    about: line(due && say.for(due), row.more, quoted(row.note), row.by),
  };
}

function called({ seconds, more, what, by }: TimelineRow): Told {
  const isInbound = more === 'inbound';
  return {
    picture: isInbound ? 'inbound' : seconds === null ? 'missed' : 'call',
    tone: seconds === null ? 'plain' : 'good',
    title: seconds === null ? say.called(what ?? '') : say.talked(minutesText(seconds)),
    about: line(isInbound && say.inbound, by),
  };
}

const kinds: Readonly<Record<TimelineRow['kind'], (row: TimelineRow) => Told>> = {
  judged,
  promise,
  call: called,
  message: ({ what, state, note, by }) => ({
    picture: pictureOfMessage(what),
    tone: state === 'failed' ? 'bad' : 'info',
    title: line(channel(what), words(messages.status, state)),
    about: line(quoted(note) ?? messages.noText, by),
  }),
  link: ({ what, state, more, amount, by }) => ({
    picture: 'link',
    tone: state === 'paid' ? 'good' : 'info',
    title: words(say.links, state),
    about: line(channel(what), amount !== null && rupees(amount), words(messages.status, more), by),
  }),
  visit: ({ what, state, note, by }) => ({
    picture: 'visit',
    tone: what === 'met' ? 'violet' : 'plain',
    title: line(say.visit, words(visitsText.outcomes, what)),
    about: line(words(visitsText.place, state === 'found' ? null : state), quoted(note), by),
  }),
  payment: (row) => ({
    picture: 'payment',
    tone: 'good',
    title: row.what ? say.paidBy(sumOf(row), row.what) : say.paid(sumOf(row)),
    about: line(row.state === 'unrealized' && borrowerText.unrealized, row.more, row.by),
  }),
  letter: ({ what, state }) => ({
    picture: 'file',
    tone: state === 'revoked' ? 'bad' : 'good',
    title: words(say.letters, state),
    about: line(what),
  }),
  document: ({ what, more, by }) => ({
    picture: 'file',
    tone: 'plain',
    title: line(what),
    about: line(more, by),
  }),
  received: ({ what }) => ({
    picture: 'received',
    tone: 'plain',
    title: say.loanReceived,
    about: line(what),
  }),
  wish: ({ what, more, state }) => ({
    picture: 'outcome',
    tone: state === 'no_calls' ? 'warn' : 'plain',
    title: say.wished,
    about: line(
      state === 'no_calls' ? say.noCalls : say.callsAllowed,
      what && say.avoids(what.replace('-', '–')),
      more && say.inLanguage(more),
    ),
  }),
  disposition: (row) => {
    const due = dueOf(row);
    return {
      picture: 'outcome',
      tone: 'plain',
      title: line(row.what, row.more, row.amount !== null && sumOf(row)),
      about: line(due && say.for(due), quoted(row.note), row.by),
    };
  },
};
export const toldOf = (row: TimelineRow): Told => kinds[row.kind](row);
