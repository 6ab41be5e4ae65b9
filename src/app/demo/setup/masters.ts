/** What an administrator of the demo agency has set up: masters, as rows of their tables. */
import { defaultRatio } from '#contexts/lenders/contract/campaigns.ts';
import { checkDigitOf } from '#kernel/contract/fields/gstin.ts';
import { type Lender, lenders } from './lenders.ts';
import { outcomes } from './outcomes.ts';

export const breakRows = [
  { id: 1, name: 'Tea', duration: '00:15', description: 'Twice a day' },
  { id: 2, name: 'Lunch', duration: '00:45', description: 'Once a day, between 12:30 and 14:30' },
  { id: 3, name: 'Meeting', duration: '00:30', description: 'Team meeting or review' },
  { id: 4, name: 'Training', duration: '01:00', description: '' },
  { id: 5, name: 'Prayer', duration: '00:15', description: '' },
  {
    id: 6,
    name: 'System Down',
    duration: '00:30',
    description: 'Headset, network or computer does not work',
  },
];

const centers = [
  { code: 'PNQ', city: 'Pune', state: 'Maharashtra', zipcode: '411004', landmark: 'Deccan' },
  { code: 'JAI', city: 'Jaipur', state: 'Rajasthan', zipcode: '302001', landmark: 'Ajmer' },
  { code: 'MAA', city: 'Chennai', state: 'Tamil Nadu', zipcode: '600017', landmark: 'Pondy Bazaar' },
  { code: 'LKO', city: 'Lucknow', state: 'Uttar Pradesh', zipcode: '226001', landmark: 'Hazratganj' },
  { code: 'PAT', city: 'Patna', state: 'Bihar', zipcode: '800001', landmark: 'Fraser' },
];
export const centerRows = centers.map(({ code, city, zipcode, landmark }, i) => ({
  id: i + 1,
  name: `${city} Centre`,
  center_code: code,
  address: `Demo House, ${landmark} Road`,
  landmark,
  zipcode,
  phone: `55500000${i + 1}0`,
}));

/** Towns of centres and lenders; the migration created the towns. */
export const placesOf = { centers, clients: lenders } as const;

export const allocationTypeRows = [
  { id: 1, name: 'Fresh', code: 'FR', color_code: '#0b7285' },
  { id: 2, name: 'Repeat', code: 'RP', color_code: '#5f3dc4' },
  { id: 3, name: 'Field Visit', code: 'FV', color_code: '#a61e4d' },
  { id: 4, name: 'Legal', code: 'LG', color_code: '#c92a2a' },
  { id: 5, name: 'Skip Tracing', code: 'ST', color_code: '#364fc7' },
  { id: 6, name: 'Settlement Camp', code: 'SC', color_code: '#2b8a3e' },
];

const gstCodes: Readonly<Record<string, string>> = {
  Gujarat: '24',
  Karnataka: '29',
  Maharashtra: '27',
  Punjab: '03',
  'Tamil Nadu': '33',
};

/** Well-formed, but fictitious: no PAN has a Q as its fourth character. */
function gstOf(state: string, n: number): string {
  const body = `${gstCodes[state] ?? '97'}AAAQA000${n}A1Z`;
  return body + checkDigitOf(body);
}

/** The series that regulated lenders call from; these numbers are fictitious. */
const callerIdOfClient = (client: number): string => `160000000${client}`;

export const clientRows = () =>
  lenders.map((lender, i) => ({
    id: i + 1,
    name: lender.name,
    contact_person: lender.contact,
    // The first lender's contact is the demo's portal user.
    contact_person_email: i === 0 ? 'client@recoup.test' : `collections@${lender.domain}`,
    contact_person_mobile: `555000100${i + 1}`,
    registered_gst: gstOf(lender.state, i + 1),
    address: `${i + 1} Example Street`,
    landmark: 'Demo Circle',
    pin_code: lender.pin,
    caller_id: callerIdOfClient(i + 1),
  }));

/** Payment account of a lender, with the lender's id. The UPI id cannot receive money. */
export const paymentAccountRows = () =>
  lenders.flatMap(({ name, paymentPage }, i) =>
    paymentPage === null
      ? []
      : [{ id: i + 1, client_id: i + 1, name, path: paymentPage, upi_id: `${paymentPage}@example` }],
  );

/** Ids of a lender's portfolios: one number for each name, in order of the lenders. */
export const portfolioIds: readonly (readonly number[])[] = (() => {
  let id = 0;
  return lenders.map((lender) => lender.portfolios.map(() => ++id));
})();

const shortName = (lender: Lender): string => lender.name.split(' ')[0] ?? lender.name;
const colours = ['#009070', '#1864ab', '#862e9c', '#d9480f', '#2b8a3e', '#5c940d'];

export const portfolioRows = (owner: number, agreed: string) =>
  lenders.flatMap((lender, i) =>
    lender.portfolios.map((name, k) => ({
      id: portfolioIds[i]?.[k] ?? 0,
      name: `${shortName(lender)} ${name}`,
      client_id: i + 1,
      owner_id: owner,
      contact_number: `555000200${i + 1}`,
      aggrement_date: agreed,
      commercials: 'Success fee on realized amount',
      max_wavier: '35',
      color_code: colours[(i + k) % colours.length] ?? '#009070',
    })),
  );

/** Paise a portfolio is to bring in with its fresh and its repeated loans. */
const aims = [180_000_00, 95_000_00];

/** Monthly targets of each portfolio; owners alternate. */
export const allocationRows = (owners: readonly number[], dates: readonly string[]) =>
  dates.flatMap((date, ago) =>
    portfolioIds.flatMap((ids, client) =>
      ids.flatMap((portfolio) =>
        aims.map((aim, type) => ({
          allocation_type_id: type + 1,
          client_id: client + 1,
          portfolio_id: portfolio,
          owner_id: owners[(portfolio + type) % owners.length] ?? 0,
          month: Number(date.slice(5, 7)),
          year: Number(date.slice(0, 4)),
          target: aim + ((portfolio * 7 + ago * 3) % 10) * 12_500_00,
        })),
      ),
    ),
  );

/** Each lender has a predictive campaign and a progressive one. */
export const campaignId = (client: number, type: 'predictive' | 'progressive'): number =>
  client * 2 - (type === 'predictive' ? 1 : 0);

export const campaignRows = () =>
  lenders.flatMap((lender, i) =>
    (['predictive', 'progressive'] as const).map((type) => ({
      id: campaignId(i + 1, type),
      name: `${shortName(lender)} ${type === 'predictive' ? 'Early Dues' : 'Hard Bucket'}`,
      campaign_type: type,
      max_ratio: type === 'predictive' ? defaultRatio : 1,
      client_id: i + 1,
      caller_id: callerIdOfClient(i + 1),
      wrap_max_s: type === 'predictive' ? 180 : 300,
    })),
  );

const isOfMigration = (id: number): boolean => id < 100;

/** Disposition tree below and next to the four ones of the migration; parents first. */
export function dispositionRows() {
  const row = (id: number, name: string, priority: number, isForAll: boolean, parent: number | null) => ({
    id,
    name,
    type: parent === null ? 'disposition' : 'subDisposition',
    parent_id: parent,
    default_apply: isForAll,
    priority,
  });
  return [
    ...outcomes
      .filter(({ id }) => !isOfMigration(id))
      .map((o) => row(o.id, o.name, o.priority, !o.onlyMicrofinance, null)),
    ...outcomes.flatMap((o) =>
      o.subs.map((sub) => row(sub.id, sub.name, sub.priority, !o.onlyMicrofinance, o.id)),
    ),
  ];
}

/** Dispositions that are for some lenders only, and for whom. */
export const dispositionClientRows = () =>
  outcomes
    .filter((o) => o.onlyMicrofinance)
    .flatMap((o) => [o.id, ...o.subs.map((sub) => sub.id)])
    .flatMap((id) =>
      lenders.flatMap((lender, i) =>
        lender.kind === 'microfinance' ? [{ disposition_id: id, client_id: i + 1 }] : [],
      ),
    );
