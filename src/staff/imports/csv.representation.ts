/** What the columns of a library's CSV files of one kind are. */
export interface CsvMappingRecord {
  readonly columns: readonly CsvColumnRecord[];
}

export interface CsvColumnRecord {
  /** As the header calls it. Null: the member is the same in every row. */
  readonly column: string | null;
  /** Of the record. */
  readonly member: string;
  /** What stands for a value of the column; `*` stands for any other. */
  readonly values: Readonly<Record<string, string>>;
}
