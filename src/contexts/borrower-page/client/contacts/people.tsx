import type { WireRow } from '#kernel/contract/endpoint.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { borrowerText as say } from '#contexts/loans/text/en/borrower.ts';
import { loansText } from '#contexts/loans/text/en/loans.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { dayText } from '#kernel/ui/parts/values/format.ts';
import css from '../borrower.module.css';
import { type Fact, Facts } from '../facts.tsx';
import { Read } from '../reading.tsx';
import { Erase } from './erase.tsx';
import { DataCopy, Evidence } from './evidence.tsx';

type Borrower = WireRow<typeof loans.borrower>;
type Participant = WireRow<typeof loans.participants>;

/** Fields that borrowers and participants share. */
const family = (one: Borrower | Participant): Fact[] => [
  [say.father, one.fatherName],
  [say.mother, one.motherName],
  [say.gender, one.gender],
  [say.born, one.dob && dayText(one.dob)],
];
const place = (one: Borrower | Participant): Fact[] => [
  [say.city, one.cityName],
  [say.state, one.stateName],
  [say.pincode, one.pincode],
];

const personal = (one: Borrower): Fact[] => [
  [say.name, one.name],
  [say.borrowerId, one.clientBorrowerId],
  ...family(one),
  [say.married, one.maritalStatus],
  [say.occupation, one.occupation],
  [say.employment, one.employmentStatus],
];
const papers = (one: Borrower): Fact[] => [
  [say.pan, one.pan],
  [say.aadhaar, one.aadhar],
  [say.voter, one.voterId],
  [say.licence, one.drivingLicence],
  [say.passport, one.passportNumber],
  [say.email, one.email],
  [loansText.address, one.address],
  ...place(one),
];
const beside = (one: Participant): Fact[] => [
  [say.name, one.name],
  [say.mobile, one.mobile],
  ...family(one),
  [say.married, one.maritalSatus],
  [say.email, one.email],
  [say.pan, one.pan],
  [say.aadhaar, one.aadharNumber],
  [say.voter, one.voterId],
  [say.licence, one.drivingLicense],
  [say.passport, one.passportNumber],
  [say.landmark, one.landmark],
  ...place(one),
];

export function BorrowerDetails({ id }: { id: number }) {
  const reading = useRead(loans.borrower, { id: String(id) });
  return (
    <Read of={reading}>
      {(one) => (
        <div className={css.columns}>
          <Facts title={say.tabs.borrower} facts={personal(one)} />
          <Facts title={say.papers} facts={papers(one)} />
          <Evidence borrowerId={one.id} />
          <DataCopy borrowerId={one.id} />
          <Erase of={one} />
        </div>
      )}
    </Read>
  );
}

/** Co-applicants, then guarantors, then references. */
export function Participants({ loanId }: { loanId: number }) {
  const reading = useRead(loans.participants, { loanId });
  return (
    <Read of={reading}>
      {(people) =>
        people.length === 0 ? (
          <Facts title={say.tabs.people} facts={[]} empty={say.noPeople} />
        ) : (
          <div className={css.columns}>
            {people.map((one) => (
              <Facts key={one.id} title={say.types[one.type]} facts={beside(one)} />
            ))}
          </div>
        )
      }
    </Read>
  );
}
