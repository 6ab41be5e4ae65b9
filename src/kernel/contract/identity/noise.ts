/** What spreadsheets, phones and keyboards add to an identity: every list of it, once. Pure. */

/** Invisible characters: direction marks, joiners, fillers, the byte order mark, controls. */
export const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]|(?![\t\n\r\v\f])[\p{Cc}]/gu;
/** Runs of any blank, a line break included. */
export const blanks = /[\p{Z}\s]+/gu;
/** Dashes of every script and their common substitutes. */
export const dashes = /[\p{Pd}\u2212\u207B\u208B\u02D7\u2043\u2796]/gu;
/** Separate apostrophes, accents and primes, such as the curly one of a phone. */
export const apostrophes =
  /[\u2018-\u201B\u2032\u2035\u02B9\u02BB-\u02BF\u02C8\u02CA\u02CB\u00B4\u0060\uA78C\uFF07]/gu;
/** Quotation marks of every kind. */
export const quotes = /[\u201C-\u201F\u2033\u2036\u00AB\u00BB\u301D-\u301F\uFF02]/gu;
/** Letters and signs in the width of Chinese characters; each has a twin in ASCII. */
export const wide = /[\uFF01-\uFF5E]/gu;
export const wideOffset = 0xfee0;

/** Placeholders of users and programs for an empty value. */
export const nothing =
  /^(n\.?\s?\/?\s?a\.?|n\/?d|nil+|null|none|nan|not (available|applicable|known)|undefined|unknown|blank|[-–—_.*?]+)$/i;
/** Errors of a spreadsheet, and a column that was too narrow. */
export const spreadsheetError =
  /^(#(n\/a|ref!|name\?|value!|div\/0!|null!|num!|spill!|calc!|getting_data)|#+)$/i;

/** `1.23457E+15`, `1,23457E+15`, `4.12346e11`, `1.2 x 10^15`: a number that lost its last digits. */
export const scientific =
  /^[-+]?(\d+[.,]\d*\s?e\s?[-+]?\s?\d+|\d+\s?e\s?[-+]\s?\d+|\d+([.,]\d+)?\s?[x×*]\s?10\s?\^?\s?[-+]?\s?\d+)$/i;
/** `9E9`: one digit and a power too large for a code. */
export const shortScientific = /^\d\s?e\s?([5-9]|\d{2,3})$/i;

/** Labels before a loan number, with their separator. */
export const loanLabels =
  /^((loan|lan|agreement|account|acct|a\/c|ac|number|num|no|nr|id)\b[\s.]*)+[:#.=\s-]*[:#=.]\s*(?=\S)|^((loan|agreement|account|acct|a\/c|number|no)\b[\s.]*)+(?=\d)|^#\s*(?=\S)/i;
/** Labels before a bank reference. */
const referenceWords =
  'utr|rrn|ref(?:erence)?|txn|trxn|trn|tran|transaction|upi|imps|neft|rtgs|ach|nach|chq|cheque|id|no|nos|nr|num|number';
/**
 * Four digits or more, after the bank's few characters: `SBINR52025112812345678`, not a program's id, which may start
 * with REF-.
 */
const numberOfBank = '(?=(?:\\D*\\d){4})[a-z]{0,6}(?:[\\s.-]?\\d[a-z]{0,2})+\\W*$';
export const referenceLabels = new RegExp(
  `^(?:(?:${referenceWords})(?![a-z0-9])[\\s.:#/=-]*)+(?:(?<=[:#=\\s])(?=(?:\\D*\\d){4})|(?=${numberOfBank}|n\\.?/?a\\.?$|nil$|-+$))`,
  'i',
);
/** The same without a separator: a pure label, or any of them before the twelve digits of a UPI or IMPS payment. */
export const attachedLabels = new RegExp(
  `^(?:(?:utr|rrn|ref|utrno|rrnno|refno|txnno|upiref|upirefno)(?=\\d{6,}$)|(?:${referenceWords})+(?=\\d{12}$))`,
  'i',
);
/** Remarks in place of a transaction number; many payments share them. */
export const paymentRemarks = new RegExp(
  `^(?:(?:${referenceWords}|by|in|at|to|via|cash|self|pending|awaited|paid|payment|received|direct|online|offline|branch|bank|office|deposit(?:ed)?|transfer(?:red)?|wallet|g(?:oogle)?\\s?pay|phone\\s?pe|paytm|bhim)[\\s.,:;/_&()-]*)+$`,
  'i',
);
/** The same labels after a number, in brackets or not. */
export const labelsBehind =
  /(?<=\d{6}[a-z]{0,2})[\s:;,.#/-]*\(?\s*(?:utr|rrn|ref(?:erence)?|txn)(?:\s*(?:no|id|number))?\.?\s*\)?$/i;
/** Labels before or after a telephone number. */
export const phoneLabels =
  /^((tel|telephone|phone|ph|mob|mobile|cell|m|contact|call|whatsapp|wa|landline|number|num|no)(?![a-z])[\s.:#/=-]*)+|\((?![^)]*\d)[^)]*\)/gi;
/** A country code other than India's, as in +65 9123 4567, where ten digits resemble a mobile. */
export const foreignCode = /^\W*(?:\+\s*(?!0|91)|00\s*(?!0|91))\d/;
/** Between the digits of a telephone number, a PAN or a postal code. */
export const dividers = /[\s().+/_-]+/g;
