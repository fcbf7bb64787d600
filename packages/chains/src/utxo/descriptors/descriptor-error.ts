export type DescriptorErrorCode = 'malformed' | 'checksum' | 'private-key' | 'unsupported' | 'foreign-network';

/** A descriptor that cannot be looked up. The message says what is expected and never repeats what was given. */
export class DescriptorError extends Error {
  override readonly name = 'DescriptorError';
  readonly code: DescriptorErrorCode;
  constructor(code: DescriptorErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
