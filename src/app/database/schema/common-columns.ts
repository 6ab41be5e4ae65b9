/** Columns with one meaning in all tables; a table overrides it where the meaning is narrower. */
export const commonColumns: Readonly<Record<string, string>> = {
  id: 'Primary key.',
  u_id: 'The key that addresses and files of people use; it does not tell how many rows there are.',
  name: 'The name shown on screens.',
  description: 'Free text of an administrator.',
  client_id: 'The lender (client) it belongs to.',
  portfolio_id: 'The portfolio of the lender.',
  loan_id: 'The loan it is about.',
  borrower_id: 'The borrower it is about.',
  campaign_id: 'The campaign it belongs to.',
  allocation_type_id: 'The allocation type, a class of loans such as Fresh or Stab.',
  job_id: 'The file job that wrote it; null when no file did.',
  is_active: 'False: switched off, kept for history and no longer offered.',
  color_code: 'Colour on screens, #rrggbb.',
  created_at: 'When the row was written (UTC).',
  updated_at: 'When the row was last changed (UTC); an edit that saw an older value is refused.',
  expires_at: 'From this moment (UTC) it is worth nothing any more.',
};
