import type { NoticeCode } from '#kernel/contract/outbox/sync-rows.ts';
import { localised } from '#text/locale.ts';
import { contactRulesText } from '#text/en/contact-rules.ts';

type Facts = Readonly<Record<string, string | number>>;

const ruleWords = (rule: string | number | undefined): string =>
  (contactRulesText.rules as Readonly<Record<string, string>>)[String(rule)] ?? contactRulesText.blocked;

/** Notices about entries accepted late, or sent to review. */
const notices: Record<NoticeCode, (facts: Facts) => string> = {
  LOAN_INACTIVE: ({ day }) =>
    day
      ? `This loan was closed on ${day}, so a promise will not be tracked.`
      : 'This loan is closed, so a promise will not be tracked.',
  REASSIGNED: () =>
    'This loan went to somebody else meanwhile. The entry counts as yours; what is due is theirs.',
  DNC_NOW: () => 'This number must not be called any more. No reminders will be sent.',
  CONTACT_AGAINST: ({ rule }) =>
    `This visit went against a rule of contact: ${ruleWords(rule)}. It is marked, and your team leader sees it.`,
  PTP_PAST: () => 'The promised day has passed already. Payments decide at once whether it was kept.',
  POSSIBLE_DUPLICATE: () =>
    'You wrote the same a few minutes before. Both are kept; tell your team leader if one is too many.',
  MASTER_RETIRED: () => 'This disposition is no longer in use. The entry is kept as it is.',
  CLOCK_FUTURE: () => 'The clock of this phone runs ahead. The time of arrival was written down.',
  STALE: () => 'This entry is older than thirty days.',
  TIME_APPROXIMATE: () => 'Time approximate: the clock of this phone could not be trusted.',
  DNC_BEFORE: () => 'This number was not to be called when this was written. A team leader looks at it.',
  MASTER_UNKNOWN: () => 'This disposition is not known. A team leader looks at it.',
  PAYMENT_DIFFERS: () =>
    'This transaction number is there already with another amount. A team leader looks at it.',
  SETTLEMENT_OPEN: () => 'A settlement of this loan is waiting to be decided. A team leader looks at it.',
  ABOVE_MAXIMUM: () => 'The amount is above what may be settled for. A team leader looks at it.',
  CONTACT_DIFFERS: () => 'Somebody else changed these contacts meanwhile. A team leader looks at it.',
  ROLE_LOST: () => 'You no longer have the permission for this. A team leader looks at it.',
  USER_DISABLED: () => 'This account is deactivated. A team leader looks at it.',
  SENT_BY_AUTHOR: () => 'Sent to the team leader.',
  CASH_NUMBER: () =>
    'This receipt number is not one this phone was given, or was used already. A team leader looks at it.',
  CASH_LESS: () => 'This receipt was for more before. A team leader looks at it.',
  CASH_OVER_LIMIT: () =>
    'With this you hold more cash than the lender allows. Deposit it; a team leader looks at this entry.',
  CASH_TOO_OLD: () =>
    'You hold cash for longer than the lender allows. Deposit it; a team leader looks at this entry.',
  CASH_DAY_CLOSED: () => 'The cash of this day was closed already. A team leader looks at it.',
  VISIT_IN_REVIEW: () => 'The visit of this photo is looked at first. The photo goes with it.',
};

export const syncText = localised('sync', { notices });
