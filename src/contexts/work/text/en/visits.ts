import { type VisitNotice, noticeState } from '#contexts/work/contract/visit-notice.ts';
import { localised } from '#text/locale.ts';

/** Visits to borrowers. */
export const visitsText = localised('visits', {
  checkIn: 'Check in',
  title: 'Visit',
  outcome: 'What came of it',
  needOutcome: 'Please select what came of it',
  comments: 'Comments',
  outcomes: {
    met: 'Met the borrower',
    locked: 'Door locked',
    family: 'Only family or neighbours there',
    refused: 'Did not want to talk',
    moved: 'Has moved away',
    wrong_address: 'Wrong address',
  },
  next: (step: string) => `Next: ${step}`,
  steps: {
    write_down: 'write down what was agreed.',
    another_time: 'come again at another time of the day.',
    call_first:
      'call before the next visit and agree on a time. Speak about the loan only with the borrower.',
    tell_leader: 'tell your team leader before anybody comes again.',
    check_address: 'ask your team leader to have the address checked.',
  },
  looking: 'Finding your position…',
  found: (metres: number) => `Position found, within ${metres} m`,
  positionRefused: 'This phone may not tell its position. The visit is saved without it.',
  positionNone: 'No position found. The visit is saved without it.',
  again: 'Try again',
  photo: 'Add a photo',
  photoChange: 'Another photo',
  photoRemove: 'Remove the photo',
  photoOf: 'Photo of this visit',
  photoBroken: 'This photo could not be read. Take another one.',
  photoLeft: 'The visit is saved, its photo is not.',
  photoFirst: 'Take a photo first.',
  savePhoto: 'Save the photo',
  save: 'Save',
  saveHappened: 'It took place: save and mark',
  onlyHappened:
    'Do not begin a visit now. One that has taken place is saved and marked, and your team leader sees it.',
  noticeTold: (day: string) => `The borrower was told of this visit on ${day}.`,
  noticeToldYesterday: 'The borrower was told of this visit yesterday.',
  noticeToldToday: 'The borrower was told of this visit today.',
  noticeWaits: 'The notice leaves as soon as the rules of contact allow it.',
  noticeNone: (day: string) => `Not yet told: a visit may not begin before ${day}.`,
  noticeGive: 'Tell the borrower',
  noticeAsked: 'The borrower will be told',
  knownAt: (when: string) => `As this phone knew it on ${when}`,
  against: (rule: string) => `Against a rule of contact: ${rule}`,
  againstTitle: 'Visits against a rule of contact',
  created: 'Visit saved',
  photoSent: 'Photo of the visit saved',
  failed: 'Internal error occured',
  says: (name: string, outcome: string) => `Visit to ${name}: ${outcome}`,
  saysPhoto: (name: string) => `Photo of the visit to ${name}`,
  earlier: 'Earlier visits',
  none: 'Nobody was here yet.',
  times: (times: number) => `Door locked ${times} times running`,
  place: {
    refused: 'Position refused',
    none: 'No position',
  },
  at: (metres: number | null, seconds: number | null) =>
    [
      metres === null ? 'Position known' : `Within ${metres} m`,
      seconds !== null && seconds > 60 && `${Math.round(seconds / 60)} min old`,
    ]
      .filter(Boolean)
      .join(', '),
  askAway: (km: number) =>
    `This phone is about ${km.toLocaleString('en-IN')} km from the area of the address. Save the visit with this position?`,
  saveAway: 'Save the visit',
  notAway: 'Check again',
  away: (km: number) => `About ${km.toLocaleString('en-IN')} km from the area of the address`,
  fromMet: (metres: number) =>
    metres < 1000
      ? `${metres} m from where they were met last`
      : `${(metres / 1000).toLocaleString('en-IN', { maximumFractionDigits: 1 })} km from where they were met last`,
  awayTitle: 'Visits far from the address',
  map: 'Open in map',
  showPhoto: 'Show photo',
});

/** The notice of a visit in one line. */
export function noticeWords(notice: VisitNotice, now: Date, dayText: (day: string) => string): string {
  const state = noticeState(notice, now);
  if (state.is === 'waits') return visitsText.noticeWaits;
  if (state.is === 'none') return visitsText.noticeNone(dayText(state.from));
  if (state.ago === 0) return visitsText.noticeToldToday;
  return state.ago === 1 ? visitsText.noticeToldYesterday : visitsText.noticeTold(dayText(state.on));
}
