-- Read once, while others write.
alter table agent_intervals validate constraint agent_intervals_before;
