/** The service cannot go on. The message is one sentence for the operator: what is wrong and what helps. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly exitCode: number;
  constructor(message: string, exitCode = 1, cause?: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}
