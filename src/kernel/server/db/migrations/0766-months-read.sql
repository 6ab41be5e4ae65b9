-- When the file of a month was last read and tried against its seals, and what was found: whoever looks at the audit sees it.
alter table month_files
  add column read_at timestamptz,
  add column fault text constraint month_files_fault_check check (fault in ('gone', 'changed'));
