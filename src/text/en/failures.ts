import type { FailureCode, FailureFacts } from '#kernel/contract/failure.ts';
import { autopayFaults } from './autopay-faults.ts';
import { paidOffRefusals } from './paid-off-refusals.ts';
import { contactRulesText } from './contact-rules.ts';
import { dayText, timeInIndia } from '#kernel/contract/india.ts';
import { localised } from '../locale.ts';
import { hangsOn } from './hanging.ts';

const contactRules: Readonly<Record<string, string>> = contactRulesText.rules;

/** An amount of a failure in display format. */
const inRupees = (sum: FailureFacts[string] | undefined): string =>
  `₹${Number(sum).toLocaleString('en-IN', { minimumFractionDigits: 2 })}`;

/** Why an amount does not belong to the chosen sub-disposition; a former agent of the loan does not read its amounts. */
function amountDisagrees(sub: string, meaning: unknown, due: string | 0 | undefined): string {
  if (meaning === 'emi' && !due) return `“${sub}” needs a loan with an EMI. Choose another sub-disposition.`;
  const of = due ? ` of ${due}` : '';
  const states: Record<string, string> = {
    all: `“${sub}” means the full outstanding amount${of}.`,
    emi: `“${sub}” means one EMI${of}.`,
    part: `“${sub}” means less than the outstanding amount${of}.`,
  };
  return `${states[String(meaning)] ?? ''} Correct the amount, or choose another sub-disposition.`;
}

/** Failure messages: what happened and what to do. Shared by wire and screen. */
export const failuresText: Record<FailureCode, (facts: FailureFacts) => string> = localised('failures', {
  BAD_JSON: () => 'The request could not be read. Reload the page and try again.',
  BAD_REQUEST: () => 'The request could not be understood. Reload the page and try again.',
  KEY_MISSING: () =>
    'This entry has no key of its own, so it cannot be saved safely. Reload the page and try again.',
  NOT_SIGNED_IN: () => 'Session expired',
  USER_DISABLED: () => 'This account is deactivated. What you wrote is kept; ask your team leader.',
  WRONG_PASSWORD: () => 'Invalid username or password',
  WRONG_CODE: () => 'This code is not right, or it was used already. Wait for the next one.',
  SECOND_FACTOR_ON: () => 'Two-step sign-in is on already.',
  SECOND_FACTOR_OFF: () => 'Two-step sign-in is not on.',
  SECOND_FACTOR_REQUIRED: () => 'Your role asks for two-step sign-in, so it cannot be turned off.',
  SIGNATURE_WRONG: () => 'This message is not signed as it must be.',
  FORBIDDEN: () => 'Sorry, you are not authorized to access this page.',
  SIGN_IN_AGAIN: () => 'Sign in again with your password to do this.',
  FOREIGN_ORIGIN: () => 'This request did not come from Recoup, so it was refused.',
  ACTOR_MISMATCH: () => 'This entry was written by another user. It is kept for them.',
  NOT_YOURS: () =>
    'This loan was not yours when you wrote this, so it was not saved. Copy what you need from it.',
  LOAN_GONE: () => 'This loan is no longer in Recoup, so the entry has no place. Copy what you need from it.',
  NOT_FOUND: () => 'This does not exist, or it is not yours to see.',
  TAKEN: () => 'already exists.',
  IN_PROGRESS: () => 'The same entry is being saved right now. It will be tried again.',
  IN_USE: () => 'This is in use, so it can be neither removed nor made into something else.',
  CAMPAIGN_INACTIVE: () => 'This campaign is inactive. Make it active before its dialer starts.',
  CERTIFICATE_EXPIRED: ({ name, more }) =>
    `${name}${more ? ` and ${more} more` : ''} cannot be given loans: no certificate that is valid today. Choose somebody else, or renew it under Identity cards.`,
  CHANGED_MEANWHILE: () => 'Somebody else changed this meanwhile. Look at it again before you save.',
  CONTACT_BLOCKED: ({ rule, reason, until }) =>
    `${contactRules[rule ?? ''] ?? contactRulesText.blocked}${reason ? ` (${reason})` : ''}.${until ? ` ${contactRulesText.from(String(until))}` : ''}`,
  DIALER_BUSY: () => 'This cannot be done now: a call is on, or a break.',
  DIALER_OFF: () => 'Dialer is not logged in',
  NO_CALLER_ID: () => 'This client has no caller ID. Ask an administrator to add one under Clients.',
  NO_MAIL_SERVER: () =>
    'E-mails cannot be sent: no mail server is set. Ask the operator of this server to set SMTP_URL, then try again.',
  RECORDING_FAILED: () => 'Calls cannot be recorded now, so none is placed. Ask an administrator.',
  NO_EXCHANGE: () => 'No telephone exchange is connected, so nobody can be called. Ask your administrator.',
  REPLAY_NOT_POSSIBLE: () =>
    'This day cannot be played again: nobody was waiting for its calls, or its floor was too large.',
  REVIEW_NOT_POSSIBLE: () =>
    'This cannot be scored so: it is your own call, it is scored already, the card has changed, or these people may not.',
  LISTEN_NOT_POSSIBLE: () =>
    'Nothing can be heard: the agent is in no call, you have no extension, or you listen to another call.',
  TRANSFER_NOT_POSSIBLE: () => 'They cannot take a call now: choose somebody else.',
  LEG_NOT_POSSIBLE: () => 'This line cannot be used here: choose another one.',
  DIALER_NOT_IDLE: () => 'Dialer is not logged in',
  DISPOSITIONS_PENDING: () => 'Please add pending dispositions before initiate daily task',
  TASK_OVER: () => 'This task is not of today, or none of its loans is left to call.',
  PORTFOLIO_IN_USE: () => 'This portfolio has loans or targets already, so its client cannot be changed.',
  TARGET_EXISTS: () => 'This portfolio has a target for this allocation type and month already.',
  SETTLEMENT_OPEN: () => 'A settlement of this loan is waiting for a decision already.',
  ALREADY_SETTLED: () => 'A settlement of this loan is approved already.',
  LOAN_PAID_OFF: () => paidOffRefusals.debt,
  ADDRESS_NOT_ALLOWED: ({ address, client }) =>
    `${client} does not allow letters to ${address}. Use the contact’s address, or ask an admin to add this one to the client.`,
  OWN_COMPLAINT: () =>
    'This complaint is about that person, so somebody else sees to it. Choose another owner.',
  OWN_DIFFERENCE: () =>
    'You sent a file that speaks of this difference, so somebody else decides it. Ask another administrator.',
  FILE_STATE: () => 'Every line of this file was read, or it is being read now.',
  DIFFERENCE_STATE: () =>
    'This cannot be done with the difference as it is now. Look at it again; where only a part went back, write a note and close it.',
  OWN_SETTLEMENT: () =>
    'You asked for this settlement or last changed its amount, so somebody else approves it. Ask your manager or another lead.',
  WAIVER_ABOVE_LIMIT: ({ waiver, most, least, on }) =>
    `This gives up ${waiver} % of the ${on}; at most ${most} % may be given up on this portfolio. Edit the amount to ${inRupees(least)} or more, or reject it and suggest that amount.`,
  ABOVE_AUTHORITY: () =>
    'Nobody may decide this amount, waiver and age by the steps of this portfolio. Edit the amount, or reject it and suggest another; an admin adds a step.',
  WAITS_FOR_OTHERS: ({ people }) =>
    `Approval required. Sent to ${people}; you get an email once it is approved and carried out. No need to repeat it.`,
  EXPORT_LIMITED: () =>
    'Exports are limited here. Export this list from its screen, where it is counted and can be agreed to.',
  WAITS_A_DAY: () =>
    'Nobody else may agree to this, so it is done by itself in 24 hours, unless it is taken back. The address on record was told.',
  OWN_REQUEST: () => 'You asked for this, so somebody else agrees to it.',
  NOBODY_MAY: () =>
    'By the steps of authority nobody may agree to this. Ask for less, or ask an admin to add a step.',
  NO_EMAIL_ADDRESS: () => 'This borrower has no e-mail address. Send it by SMS or WhatsApp.',
  WAITS_ALREADY: ({ people }) =>
    `This is above your limit and waits for ${people} already. Ask them to decide it.`,
  NOT_YOURS_TO_REJECT: () =>
    'Only who may decide this rejects it, or who asked for it. Say what speaks against it in a remark.',
  PAYMENT_DECIDED: () => 'Somebody decided about this payment already. Reload the list.',
  CASH_DAY_CLOSED: ({ day }) => `Cash of ${day} is closed. Ask your team leader.`,
  CASH_OVER_LIMIT: ({ held, limit, client }) =>
    `You hold ${inRupees(held)} in cash of ${client}; at most ${inRupees(limit)} is allowed. Deposit it first, or send a payment link. A deposit counts once the desk has confirmed it.`,
  CASH_TOO_OLD: ({ day, client }) =>
    `You hold cash of ${client} since ${day ? dayText(String(day)) : 'too long ago'}. Deposit it first, or send a payment link. A deposit counts once the desk has confirmed it.`,
  MESSAGE_TELLS: ({ word }) =>
    `Somebody else may hear this message, so it may not say “${String(word)}”: no loan, no amount, no lender. Change its words first.`,
  CASH_NUMBER: () => 'This receipt number is not yours. Use the one the form gives.',
  CASH_LESS: () =>
    'This receipt is for more already. If that is wrong, ask the desk to void it and write a new one.',
  OWN_DEPOSIT: () => 'It is your own, so somebody else does it.',
  RESTORE_CHANGED: ({ field }) =>
    `This was changed again since (${field ?? 'another field'}). Restore the later change first.`,
  RESTORE_REFERENCE: ({ field }) =>
    `What it pointed at (${field ?? 'a field'}) is gone or switched off, so it cannot be restored. Change it by hand.`,
  COMPLAINT_STATE: ({ state }) =>
    `This cannot be done with a complaint that is ${state ?? 'closed'}. Look at it again.`,
  COMPLAINT_OPEN: ({ number }) =>
    `This is recorded already under number ${number}. What is new belongs in a note there: tell a team leader.`,
  COMPLAINT_LIMIT: () =>
    'This was done three times today, which is the most for one day. Go on tomorrow, or write a note in the complaint.',
  HOLD_OF_COMPLAINT: ({ number }) =>
    `This hold belongs to complaint ${number} and ends with it. Answer and close the complaint first.`,
  SETTLEMENT_EXPIRED: ({ day }) =>
    `The payment day of this settlement${day ? ` (${String(day).split('-').reverse().join('-')})` : ''} has passed. Give it a new payment day and approve it with that; a lender asks the agency for one.`,
  SETTLEMENT_STATE: ({ status }) =>
    `This cannot be done with a settlement that is ${status ?? 'decided'}. Look at it again.`,
  IMPORT_NOT_READY: () => 'This file is being read, was applied or was undone already.',
  IMPORT_NOT_LAST: () =>
    'What this file changed is not stored any more: files are undone within 30 days. Upload a corrected file.',
  LOANS_NOT_ANSWERED: ({ count }) =>
    `${count ?? 'Some'} new loan numbers are nearly those of other loans. Say of each whether it is the same loan, then apply the file.`,
  MISSING_NOT_CONFIRMED: ({ count }) =>
    `${count ?? 'Many'} loans would become inactive. Type this number to apply the file.`,
  AMOUNT_NOT_CONFIRMED: () =>
    'The rows of this file do not come to what the lender says. Type what they come to, to apply the file.',
  NOT_CONFIRMED: (facts) =>
    `${hangsOn(facts)} Look at them, then confirm that it is switched off all the same.`,
  MORE_MATCH: ({ most }) =>
    `More than the ${most ?? 'chosen'} you were shown match now, so nothing was changed. Look at the list again.`,
  ERASE_LOAN_ACTIVE: ({ count }) =>
    count === 1
      ? 'A loan of this borrower is still active, so who they are is kept.'
      : `${count} loans of this borrower are still active, so who they are is kept.`,
  ERASE_TOO_SOON: ({ day }) => `The lender has this kept until ${day}.`,
  ERASE_HELD: ({ reason }) => `A hold stands (${reason}), so who they are is kept. End the hold first.`,
  ERASED_ALREADY: () => 'Who this borrower is was erased already.',
  IMPORT_BUILT_ON: ({ count }) =>
    `This file cannot be undone as a whole: ${count ?? 'some'} of its rows were worked on or changed since.`,
  LINK_EXPIRED: () => 'This link has expired or was already used. Ask for a new one.',
  TOO_LARGE: () => 'This is too large to be sent.',
  NOT_JSON: () => 'The request has the wrong content type.',
  INVALID_INPUT: () => 'Some fields need another look.',
  KEY_REUSED: () => 'This entry was already saved with other content.',
  COMMAND_UNKNOWN: () => 'Recoup does not know this kind of entry. Update the app and try again.',
  SEAL_BROKEN: () =>
    'This entry cannot be read any more: it was changed or its seal is too old. Write it again.',
  WEAK_PASSWORD: ({ least }) =>
    `Choose a longer or less common password: at least ${least ?? 12} characters, no part of your e-mail or of well-known passwords.`,
  BUILT_IN: () => 'This one is built in: its meaning and its place cannot be changed.',
  HIERARCHY_CYCLE: () => 'A person cannot report to somebody below them.',
  RANK_TOO_HIGH: () => 'You can only add or change people and roles below your own rank.',
  NOT_HELD: () => 'You can only give permissions that you hold yourself.',
  NOT_YOUR_PAPER: () =>
    'Only the person who added this paper, or somebody senior to them, can take it away. Ask your team leader.',
  OWN_ACCOUNT: () => 'You cannot deactivate your own account.',
  HAS_PASSWORD: () =>
    'This person has signed up already. They can use Forgot password to choose a new password.',
  ONE_TIME_SETTLEMENT: () =>
    'A one-time settlement has one instalment. Choose In Instalments, or one instalment.',
  INSTALMENTS_MISSING: () =>
    'A settlement in instalments needs at least two, each with its day and amount. Add them, or choose One Time.',
  AMOUNT_DISAGREES: ({ sub, meaning, due }) => amountDisagrees(String(sub), meaning, due && inRupees(due)),
  SAME_OUTCOME: ({ at }) =>
    `You saved the same outcome for this loan at ${at ? timeInIndia(Date.parse(String(at))) : 'this time'}. Change it, or confirm that you mean a second one.`,
  DATE_IN_PAST: () => 'This date is in the past.',
  DATE_IN_FUTURE: () => 'This date is in the future.',
  NOT_CSV: () => 'Only .csv files can be uploaded.',
  WRONG_FILE_TYPE: () =>
    'Only pdf, png, jpg, docx and txt files can be added, and what is in a file must be what its name says.',
  FILE_MISSING: () => 'Please select file',
  LOAN_UNKNOWN: () => "Loan Number doesn't exist",
  NO_PAYMENT_ACCOUNT: () => 'This loan has no payment account, so no link can be made for it.',
  AMOUNT_ABOVE_DUE: () => 'This is more than is due. Confirm it to go on.',
  AUTOPAY_NOT_OFFERED: ({ fault }) => `No autopay link can be sent: ${autopayFaults[fault ?? ''] ?? ''}`,
  NO_GATEWAY: () => 'Payments are not possible here at the moment. Try again later.',
  COLUMNS_MISSING: ({ columns }) => `These columns are missing: ${columns ?? ''}.`,
  CLIENT_TOO_OLD: () => 'This version of the app is too old. Reload to update; your entries stay.',
  TOO_MANY_REQUESTS: ({ seconds, work }) =>
    work === undefined
      ? `Too many tries. Wait ${seconds ?? 60} seconds and try again.`
      : 'Very many loan numbers are asked about. The last four digits of the registered mobile are needed too.',
  FILE_DAMAGED: () =>
    'This file is damaged or missing on the server, so it is not shown. Ask the administrator to bring it back from a backup.',
  BROKEN: () => 'An error has occurred.',
  AGENCY_SUSPENDED: () => 'This agency is suspended. Ask who runs Recoup for you.',
  BUSY: () => 'Recoup is very busy. Try again in a moment.',
  COUNTING: () => 'These figures are still being counted. Try again in a minute.',
  // A failure without a message here does not compile.
} satisfies Record<FailureCode, (facts: FailureFacts) => string>);
