-- The words of 0630 hold for what was there before.
alter table mandate_charges validate constraint mandate_charges_reason_check;
