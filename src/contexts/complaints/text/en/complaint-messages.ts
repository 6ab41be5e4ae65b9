/** What a borrower is written about a complaint; a name is in none of them. */
export const complaintMessages = {
  taken: ({ lender, number, days }: { lender: string; number: string; days: number }): string =>
    `Your complaint ${number} about your ${lender} loan is recorded. You will get an answer within ${days} days.`,
  answered: ({ lender, number, words }: { lender: string; number: string; words: string }) => ({
    subject: `Answer to your complaint ${number}`,
    text: `Your complaint ${number} about your ${lender} loan: ${words}`,
  }),
};
