/** Who owes: a new borrower, one who has a loan already, or a member of a lender's group. Remembers between loans. */
import { makeBorrower, mobileNumber } from './borrower.ts';
import type { Calendar } from './calendar.ts';
import type { Lender } from '../setup/lenders.ts';
import { type Place, places } from '../setup/places.ts';
import type { Random } from '../random.ts';
import type { BorrowerRow, GroupRow } from '../rows.ts';

interface Debtor {
  borrower: BorrowerRow;
  mobile: string;
  isNew: boolean;
  groupId: number | null;
  /** Group started by this loan. */
  group: GroupRow | null;
}
interface OpenGroup {
  id: number;
  place: Place;
  left: number;
}
interface Given {
  clientId: number;
  lender: Lender;
  isGroupLoan: boolean;
  since: string;
}

const groupSizes = [5, 12] as const;
const secondLoans = 0.12;

export class Cast {
  readonly #calendar: Calendar;
  readonly #last = new Map<number, Debtor>();
  readonly #open = new Map<number, OpenGroup>();
  #borrowers = 0;
  #groups = 0;

  constructor(calendar: Calendar) {
    this.#calendar = calendar;
  }

  next(r: Random, given: Given): Debtor {
    const last = this.#last.get(given.clientId);
    if (last && !given.isGroupLoan && r.chance(secondLoans)) return { ...last, isNew: false };
    if (given.isGroupLoan) return this.#member(r, given);
    const debtor = this.#stranger(r, given, r.pick(places));
    this.#last.set(given.clientId, debtor);
    return debtor;
  }

  #stranger(r: Random, { clientId, lender, since }: Given, place: Place): Debtor {
    const id = ++this.#borrowers;
    const borrower = makeBorrower(r, this.#calendar, {
      id,
      clientId,
      kind: lender.kind,
      place,
      prefix: lender.prefix,
      since,
    });
    return { borrower, mobile: mobileNumber(r), isNew: true, groupId: null, group: null };
  }

  /** Groups fill up one after another; members live in one town, and the first leads. */
  #member(r: Random, given: Given): Debtor {
    let open = this.#open.get(given.clientId);
    const begins = !open || open.left === 0;
    if (!open || open.left === 0) {
      open = { id: ++this.#groups, place: r.pick(places), left: r.int(...groupSizes) };
      this.#open.set(given.clientId, open);
    }
    open.left -= 1;
    const debtor = this.#stranger(r, given, open.place);
    debtor.groupId = open.id;
    if (begins) {
      debtor.group = {
        id: open.id,
        client_id: given.clientId,
        group_id: `${given.lender.prefix}-G${10_000 + open.id}`,
        name: `${debtor.borrower.name.split(' ')[0] ?? ''} Mahila Samuh, ${open.place.city}`,
        leader_id: debtor.borrower.id,
      };
    }
    return debtor;
  }
}
