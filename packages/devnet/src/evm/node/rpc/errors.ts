/** Errors in geth's words and codes (rpc/errors.go, internal/ethapi/errors.go, eth/api_backend.go). */
import { RpcError } from '../../../node/rpc-error.js';

/** What has no code of its own. */
export function serverError(message: string): RpcError {
  return new RpcError(-32_000, message);
}

export function invalidParams(message: string): RpcError {
  return new RpcError(-32_602, message);
}

/** A call that reverted; `data` says with what. */
export class RevertError extends RpcError {
  readonly data: string;
  constructor(reason: string | null, data: string) {
    super(3, reason ? `execution reverted: ${reason}` : 'execution reverted');
    this.data = data;
  }
}
