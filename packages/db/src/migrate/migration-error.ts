/** The schema is not what this version needs; the message says which side to change. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
