-- A campaign aims at two of a hundred: then its hours, too, stay under the three that its day may have (decision 131).
alter table campaigns alter target_abandon set default 0.02;
