-- The channels of messages are described once, in the program; the database keeps what was sent by each.
alter table messages drop constraint messages_channel_check;
alter table message_templates drop constraint message_templates_channel_check;
