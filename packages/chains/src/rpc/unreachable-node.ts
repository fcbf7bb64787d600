/** The message, with its remedy, for a node that failed the preflight's first calls. */
import type { Chain } from '../chain.js';
import { NodeError, NodeLieError, PreflightError } from '../errors.js';
import { COOKIE_FILE } from './credentials.js';
import { settingOf } from './http-options.js';

/**
 * @param authority host and port of the node, without credentials
 * @param explain what an error means to nodes of this family in particular; null where nothing
 * @returns a PreflightError, or the error itself when it does not come from the node
 */
export function unreachableNode<Own extends Chain>(
  chain: Own,
  authority: string,
  error: unknown,
  explain: (chain: Own, authority: string, error: NodeError) => PreflightError | null,
): unknown {
  const url = settingOf(chain.code, 'RPC_URL');
  if (error instanceof NodeLieError) {
    const sentence = `what answers at ${authority} is not a node of ${chain.name} (${error.message}): correct ${url}`;
    return new PreflightError(chain.code, sentence, false, error);
  }
  if (!(error instanceof NodeError)) return error;
  const explained = explain(chain, authority, error);
  if (explained) return explained;
  const { code, method } = error.facts;
  // Errors about credentials name their remedy themselves.
  const remedy = code === 401 || code === 403 || method === COOKIE_FILE ? '' : `: start the node, or correct ${url}`;
  const sentence = `the node at ${authority} cannot be used (${error.message})${remedy}`;
  return new PreflightError(chain.code, sentence, error.retryable, error);
}
