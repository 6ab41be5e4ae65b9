/**
 * Generated tables: an empty row defines the columns (spelled like the migration), their order and types. Amounts are
 * paise; text that PostgreSQL parses as a date, a timestamp or an array remains text.
 */
type Text = string | null;
type Amount = number | null;

export const emptyBorrower = {
  id: 0,
  client_id: 0,
  client_borrower_id: '',
  name: '',
  father_name: '',
  mother_name: null as Text,
  gender: '',
  occupation: '',
  voter_id: null as Text,
  driving_licence: null as Text,
  dob: '',
  marital_status: '',
  pan: null as Text,
  aadhar: null as Text,
  employment_status: '',
  email: null as Text,
  address: '',
  state_name: '',
  city_name: '',
  pincode: '',
  created_at: '',
  updated_at: '',
};
export type BorrowerRow = typeof emptyBorrower;

const emptyGroup = { id: 0, client_id: 0, group_id: '', name: '', leader_id: 0 };
export type GroupRow = typeof emptyGroup;

export const emptyLoan = {
  id: 0,
  client_id: 0,
  portfolio_id: 0,
  borrower_id: 0,
  loan_group_id: null as number | null,
  loan_number: '',
  borrower_name: '',
  is_active: true,
  is_dnc: false,
  assignee_id: null as number | null,
  campaign_id: null as number | null,
  assigned_at: null as Text,
  allocation_type_id: 0,
  product_type: null as Text,
  product_name: '',
  agreement_id: '',
  crm_no: '',
  supplier_name: '',
  mobile: '',
  alternate_contact1: null as Text,
  alternate_contact2: null as Text,
  other_mobiles: '',
  principal_outstanding: 0,
  total_outstanding: 0,
  loan_amount: 0,
  emi_amount: 0,
  total_emi: 0,
  emi_start_date: '',
  emi_end_date: '',
  emi_cycle_date: 0,
  unpaid_emi_amount: 0,
  offer_emi_amount: null as Amount,
  interest_outstanding: 0,
  max_settlement_amount: 0,
  dpd: 0,
  current_dpd_bucket: '',
  vintage_band: '',
  gold_quantity: null as Text,
  gold_purity: null as Text,
  gold_valuation: null as Amount,
  payment_status: 'Unpaid',
  payment_history_status: null as Text,
  payment_account_id: null as number | null,
  latest_realize_payment_amount: null as Amount,
  latest_realize_payment_date: null as Text,
  last_disposition_id: null as number | null,
  last_disposition_at: null as Text,
  best_disposition_id: null as number | null,
  best_sub_disposition_id: null as number | null,
  best_disposition_at: null as Text,
  created_at: '',
  updated_at: '',
};
export type LoanRow = typeof emptyLoan;

const emptyAssignment = {
  loan_id: 0,
  user_id: 0,
  campaign_id: 0,
  assigned_by: 0,
  at: '',
};
export type AssignmentRow = typeof emptyAssignment;

export const emptyParticipant = {
  loan_id: 0,
  type: '',
  name: '',
  father_name: null as Text,
  gender: '',
  marital_satus: null as Text,
  dob: '',
  state_name: '',
  city_name: '',
  pincode: '',
  mobile: '',
};
export type ParticipantRow = typeof emptyParticipant;

const emptyTag = { u_id: '', loan_id: 0, name: '', color_code: '', created_at: '' };
export type TagRow = typeof emptyTag;

export const emptyDisposition = {
  id: 0,
  loan_id: 0,
  borrower_id: 0,
  user_id: 0,
  disposition_id: 0,
  sub_disposition_id: null as number | null,
  comments: '',
  amount: null as Amount,
  action_date: null as Text,
  payment_date: null as Text,
  settlement_date: null as Text,
  follow_up_date: null as Text,
  is_hot_ptp: false,
  transaction_id: null as Text,
  payment_mode: null as Text,
  call_ref_no: null as Text,
  call_direction: null as Text,
  paid_amount: null as Amount,
  paid_date: null as Text,
  effective_at: '',
  created_at: '',
};
export type DispositionRow = typeof emptyDisposition;

export const emptyPayment = {
  loan_id: 0,
  user_id: null as number | null,
  transaction_id: '',
  amount: 0,
  payment_date: '',
  realized: false,
  source: '',
  mode: '',
  created_at: '',
};
export type PaymentRow = typeof emptyPayment;

export const emptyCall = {
  id: 0,
  reference_id: '',
  loan_id: 0,
  user_id: 0,
  campaign_id: 0,
  direction: 'outbound',
  mode: '',
  phone: '',
  state: 'ended',
  outcome: '',
  claimed_at: '',
  dialed_at: '',
  ringing_at: '',
  answered_at: null as Text,
  bridged_at: null as Text,
  ended_at: '',
  wrap_end_at: '',
  spoken_to: null as Text,
  spoken_to_at: null as Text,
};
export type CallRow = typeof emptyCall;

/** In insertion order: referenced rows first. */
export const storyTables = {
  borrowers: Object.keys(emptyBorrower),
  loan_groups: Object.keys(emptyGroup),
  loans: Object.keys(emptyLoan),
  loan_assignments: Object.keys(emptyAssignment),
  loan_participants: Object.keys(emptyParticipant),
  loan_tags: Object.keys(emptyTag),
  borrower_dispositions: Object.keys(emptyDisposition),
  payments: Object.keys(emptyPayment),
  call_attempts: Object.keys(emptyCall),
} as const;
export type StoryTable = keyof typeof storyTables;
export const storyTableNames = Object.keys(storyTables) as StoryTable[];

/** All that belongs to one loan. */
export interface Story {
  borrowers: BorrowerRow[];
  loan_groups: GroupRow[];
  loans: LoanRow[];
  loan_assignments: AssignmentRow[];
  loan_participants: ParticipantRow[];
  loan_tags: TagRow[];
  borrower_dispositions: DispositionRow[];
  payments: PaymentRow[];
  call_attempts: CallRow[];
}
