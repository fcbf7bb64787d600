/** The embedded server cannot run. The message is one sentence for the operator and names the remedy. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}
