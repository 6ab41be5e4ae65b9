/** What a table holds, and what each of its columns means where the name alone does not say it. */
export interface TableComment {
  is: string;
  columns?: Readonly<Record<string, string>>;
}
export type TableComments = Readonly<Record<string, TableComment>>;
/** What the database is told of itself. */
export interface Meanings {
  tables: TableComments;
  /** Columns that mean the same wherever they stand. */
  columns: Readonly<Record<string, string>>;
}
