/** A borrower and the related participants. */
import type { Calendar } from './calendar.ts';
import type { LoanKind } from '../setup/lenders.ts';
import { fullName, type Gender, lastNames } from '../setup/names.ts';
import { type Place, streets } from '../setup/places.ts';
import type { Random } from '../random.ts';
import { shownAs } from '#kernel/contract/identity/identity-numbers.ts';
import { type BorrowerRow, type ParticipantRow, emptyBorrower, emptyParticipant } from '../rows.ts';

/** Ten digits beginning with 5: no Indian mobile does, so no real person can be reached. */
export const mobileNumber = (r: Random): string => `5${String(r.int(0, 999_999_999)).padStart(9, '0')}`;

const letters = (r: Random, count: number): string => {
  let text = '';
  for (let i = 0; i < count; i += 1) text += String.fromCharCode(65 + (r.bits() % 26));
  return text;
};

const works: Record<LoanKind, readonly string[]> = {
  microfinance: [
    'Tailor',
    'Dairy Farmer',
    'Vegetable Seller',
    'Kirana Shop Owner',
    'Weaver',
    'Agarbatti Maker',
  ],
  vehicle: ['Truck Owner', 'Driver', 'Farmer', 'Contractor', 'Transporter', 'Brick Kiln Owner'],
  gold: ['Farmer', 'Jeweller', 'Teacher', 'Homemaker', 'Shop Owner'],
  acquired: ['Shop Owner', 'Clerk', 'Salesman', 'Mechanic', 'Driver', 'Teacher'],
};
const salaried = new Set(['Clerk', 'Salesman', 'Teacher', 'Driver']);

interface Given {
  id: number;
  clientId: number;
  kind: LoanKind;
  place: Place;
  prefix: string;
  since: string;
}

export function makeBorrower(r: Random, calendar: Calendar, given: Given): BorrowerRow {
  const { id, clientId, kind, place, prefix, since } = given;
  const gender: Gender = r.chance(kind === 'microfinance' ? 0.9 : 0.2) ? 'Female' : 'Male';
  const family = r.pick(lastNames);
  const name = fullName(r, gender, family);
  const occupation = r.pick(works[kind]);
  return {
    ...emptyBorrower,
    id,
    client_id: clientId,
    client_borrower_id: `${prefix}B${500_000 + id}`,
    name,
    father_name: fullName(r, 'Male', family),
    mother_name: r.chance(0.3) ? fullName(r, 'Female', family) : null,
    gender,
    occupation,
    // Masked numbers: there is no full one.
    voter_id: r.chance(0.4)
      ? shownAs('voter', `${letters(r, 3)}${1_000_000 + (r.bits() % 9_000_000)}`)
      : null,
    driving_licence:
      kind === 'vehicle' ? shownAs('licence', `XX-${r.int(10, 99)}-${20_000_000_000 + r.bits()}`) : null,
    dob: calendar.date(-r.int(21 * 365, 64 * 365)),
    marital_status: r.chance(0.8) ? 'Married' : r.pick(['Single', 'Widowed']),
    // The fourth character of a real one is the holder type, and Q is unused; a real Aadhaar never starts with 0.
    pan: r.chance(0.6)
      ? shownAs('pan', `${letters(r, 3)}Q${letters(r, 1)}${r.int(1000, 9999)}${letters(r, 1)}`)
      : null,
    aadhar: r.chance(0.7) ? shownAs('aadhaar', `0${r.int(10_000_000_000, 99_999_999_999)}`) : null,
    employment_status: salaried.has(occupation) ? 'Salaried' : 'Self Employed',
    email: r.chance(0.15) ? `borrower${id}@mail.example` : null,
    address: `${r.int(1, 999)}, ${r.pick(streets)}`,
    state_name: place.state,
    city_name: place.city,
    pincode: `${place.pin}${String(r.int(1, 99)).padStart(3, '0')}`,
    created_at: since,
    updated_at: since,
  };
}

/** Co-applicants of groups are mostly the spouse; vehicles have guarantors; references are for everybody. */
const companions: Record<LoanKind, readonly [type: string, share: number][]> = {
  microfinance: [['CoApplicant', 0.4]],
  vehicle: [
    ['Guarantor', 0.5],
    ['Reference', 0.15],
  ],
  gold: [['Reference', 0.15]],
  acquired: [
    ['CoApplicant', 0.2],
    ['Reference', 0.15],
  ],
};

export function makeParticipants(
  r: Random,
  calendar: Calendar,
  loanId: number,
  kind: LoanKind,
  of: BorrowerRow,
): ParticipantRow[] {
  const rows: ParticipantRow[] = [];
  for (const [type, share] of companions[kind]) {
    if (!r.chance(share)) continue;
    const gender: Gender = of.gender === 'Female' || r.chance(0.5) ? 'Male' : 'Female';
    const isSpouse = type === 'CoApplicant' && of.marital_status === 'Married';
    const family = isSpouse ? (of.name.split(' ').at(-1) ?? of.name) : r.pick(lastNames);
    rows.push({
      ...emptyParticipant,
      loan_id: loanId,
      type,
      name: fullName(r, gender, family),
      father_name: r.chance(0.5) ? fullName(r, 'Male', family) : null,
      gender,
      marital_satus: isSpouse ? 'Married' : null,
      dob: calendar.date(-r.int(21 * 365, 64 * 365)),
      state_name: of.state_name,
      city_name: of.city_name,
      pincode: of.pincode,
      mobile: mobileNumber(r),
    });
  }
  return rows;
}
