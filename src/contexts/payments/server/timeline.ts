/** Payments in a loan's timeline: received money, and sent links. */
import { paymentLinks } from '#contexts/payments/contract/pay/payment-links.ts';
import { payments } from '#contexts/payments/contract/payments.ts';
import type { TimelineSource } from '#contexts/loans/server/slots.ts';
import { nameOfUser, timelineSelect } from '#contexts/loans/server/timeline.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** Payments an agent reported appear with their disposition instead. */
const paid: TimelineSource = {
  can: payments.months.can,
  rows: (loanId) => sql`
    ${timelineSelect({
      at: sql`case (y.created_at at time zone 'Asia/Kolkata')::date when y.payment_date then y.created_at
        else (y.payment_date + time '12:00') at time zone 'Asia/Kolkata' end`,
      kind: sql`'payment'`,
      what: sql`y.mode`,
      more: sql`concat_ws(' · ', y.transaction_id,
        case when y.refunded > 0 then '−₹' || to_char(y.refunded / 100.0, 'FM999999999990.00') end)`,
      state: sql`case when y.realized then 'realized' else 'unrealized' end`,
      amount: sql`y.amount`,
      day: sql`y.payment_date`,
      by: nameOfUser(sql`y.user_id`),
    })}
    from payments y where y.loan_id = ${loanId} and y.status = 'success' and y.source <> 'DISPOSITION'`,
};

const sent: TimelineSource = {
  can: paymentLinks.ofLoan.can,
  rows: (loanId) => sql`
    ${timelineSelect({
      at: sql`coalesce(k.paid_at, k.opened_at, k.created_at)`,
      kind: sql`'link'`,
      what: sql`k.channel`,
      more: sql`m.status`,
      state: sql`case when k.paid_at is not null then 'paid' when k.opened_at is not null then 'opened' else 'sent' end`,
      amount: sql`k.amount`,
      by: nameOfUser(sql`k.user_id`),
    })}
    from payment_codes k left join messages m on m.id = k.message_id where k.loan_id = ${loanId}`,
};

export const paymentTimeline = [paid, sent];
