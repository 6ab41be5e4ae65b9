-- Of what was there before; read once, while others write.
alter table payment_codes validate constraint payment_codes_message_id_fkey;
