import type { TableComments } from '#kernel/server/tables.ts';

export const settlementsTables = {
  settlements: {
    is: 'A settlement: a request to close a loan for less than is outstanding, decided by the agency and then by the lender. Amounts are paise.',
    columns: {
      user_id: 'Agent who asked for it.',
      borrower_disposition_id: 'Disposition record that asked for it.',
      amount: 'Amount the borrower would pay, paise.',
      settlement_date: 'Day in India it would be paid.',
      follow_up_date: 'When to speak again (UTC).',
      comments: 'Words of who asked.',
      status:
        'Side of the agency: Inprogress, Approved, Rejected, Void, QueryRaised, AmountUpdated, ReInitiated, ReOpened.',
      pre_approved_amount: 'loans.max_settlement_amount when it was asked for, paise.',
      principal_outstanding: 'POS when it was asked for, paise; waiver on POS is measured by it.',
      last_approval_user_id: 'Who approved it last and hands it to the lender.',
      suggested_amount: 'Amount an approver suggested, paise.',
      is_collection_query: 'True: a question of the agency is open.',
      is_client_query: 'True: a question of the lender is open.',
      sent_to_client_at: 'When it was handed to the lender (UTC).',
      client_status: 'Side of the lender: Pending, Approved, Rejected, QueryRaised, AmountUpdated.',
      client_comments: 'Words of the lender.',
      updated_client_amount: 'Amount the lender asks for, paise.',
      email_status: 'Letter to the lender: queued, sent or failed.',
      asked_by: 'Who asked again after it was rejected.',
      amount_by: 'Who last changed its amount; does not approve it.',
    },
  },
  settlement_decisions: {
    is: 'What each approver said last; removed when a settlement must be decided again.',
    columns: {
      settlement_id: 'The settlement.',
      user_id: 'The approver.',
      status: 'Approved or Rejected.',
      suggested_amount: 'Amount suggested instead, paise.',
      reason: 'Why, in words.',
    },
  },
  settlement_steps: {
    is: 'What happened to a settlement, oldest first.',
    columns: {
      settlement_id: 'The settlement.',
      side: 'collection: the agency; client: the lender.',
      status: 'What it became, as settlements.status or client_status.',
      comment: 'Words beside it.',
      amount: 'Amount of the step, paise.',
      user_id: 'Who did it; null: the system.',
    },
  },
  settlement_documents: {
    is: 'Files kept with a settlement.',
    columns: {
      settlement_id: 'The settlement.',
      category_id: 'Kind of document.',
      key: 'Key in the file store; one upload is one document.',
      name: 'File name shown.',
      added_by: 'Who added it.',
    },
  },
  settlement_remarks: {
    is: 'Remarks on a settlement.',
    columns: {
      settlement_id: 'The settlement.',
      content: 'The remark.',
      is_for_client: 'True: the lender sees it.',
      user_id: 'Who wrote it.',
    },
  },
} satisfies TableComments;
