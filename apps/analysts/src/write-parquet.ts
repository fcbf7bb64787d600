import type { ExportColumn, RelationExport } from '@chaintrail/db';

/** Rows that are in memory at a time; readers skip groups that a condition leaves out. */
const GROUP_ROWS = 20_000;

const TYPES = {
  boolean: 'BOOLEAN',
  integer: 'INT32',
  bigint: 'INT64',
  double: 'DOUBLE',
  time: 'TIMESTAMP',
  bytes: 'BYTE_ARRAY',
  // Amounts too: Parquet's decimals end at 38 digits, those of account chains at 78.
  text: 'STRING',
} as const satisfies Record<ExportColumn['type'], string>;

/** Amounts (numeric) are texts in decimal, so exact. @returns how many rows were written */
export async function writeParquet(exported: RelationExport, file: string): Promise<number> {
  // Loaded here: nothing else of the project needs it.
  const { fileWriter, parquetWriteRows } = await import('hyparquet-writer');
  let count = 0;
  async function* counted() {
    for await (const row of exported.rows()) {
      count += 1;
      yield row;
    }
  }
  await parquetWriteRows({
    writer: fileWriter(file),
    rows: counted(),
    columns: exported.columns.map(({ name, type }) => ({ name, type: TYPES[type], nullable: true })),
    rowGroupSize: GROUP_ROWS,
    createdBy: 'chaintrail',
  });
  return count;
}
