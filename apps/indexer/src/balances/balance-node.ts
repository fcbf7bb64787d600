/** Asks a node, or its contracts, for what is to be stored. Nothing here writes. */
import {
  BlockNotFoundError,
  type BlockRef,
  type EvmCall,
  type EvmNode,
  StateUnavailableError,
  tokenCalls,
} from '@chaintrail/chains';
import type { DoubtedHolding, TokenHolding, TokenMetadata, WrappedCandidate } from '@chaintrail/db';

/** Names of contracts are cut after so many characters. */
const MOST_NAME_CHARACTERS = 128;
const MOST_SYMBOL_CHARACTERS = 32;

/** The part of a node's client that reads balances. */
export type BalanceNode = Pick<EvmNode, 'balances' | 'calls'>;

/** @returns what each contract says the address has, null where it gives no answer */
export async function askHoldings(
  node: BalanceNode,
  holdings: readonly TokenHolding[],
  block: BlockRef,
): Promise<(bigint | null)[]> {
  const answers = await node.calls(holdings.map(balanceCall), block);
  return answers.map(tokenCalls.decodeNumber);
}

/**
 * Whether each contract says that the address had nothing before logs told of a loss; one that was not there yet says
 * so, too. False where it says anything else, the node no longer has the state, or the address has dealt with it.
 */
export async function askBefore(node: BalanceNode, holdings: readonly DoubtedHolding[]): Promise<boolean[]> {
  const hadNothing: boolean[] = [];
  for (const holding of holdings) {
    try {
      const [answer] = holding.hasDealt ? [null] : await node.calls([balanceCall(holding)], holding.before);
      hadNothing.push(answer?.length === 0 || tokenCalls.decodeNumber(answer ?? null) === 0n);
    } catch (error) {
      if (!(error instanceof StateUnavailableError)) throw error;
      hadNothing.push(false);
    }
  }
  return hadNothing;
}

function balanceCall({ asset, addressKey, tokenId }: TokenHolding): EvmCall {
  const data = tokenId === null ? tokenCalls.balanceOf(addressKey) : tokenCalls.balanceOfToken(addressKey, tokenId);
  return { to: asset, data };
}

/** EIP-165 allows `supportsInterface` 30,000; proxies take some more. */
const INTERFACE_GAS = 100_000;
/** In the order of {@link verdict}. */
const QUESTIONS = [
  ...[tokenCalls.name, tokenCalls.symbol, tokenCalls.decimals].map((data) => ({ data })),
  ...(['erc165', 'none', 'erc721', 'erc1155'] as const).map((name) => ({
    data: tokenCalls.supportsInterface(name),
    gas: INTERFACE_GAS,
  })),
];

/** @returns what each contract says it is, its texts cleaned. Each is asked {@link QUESTIONS}, and no more */
export async function askMetadata(
  node: BalanceNode,
  assets: readonly Buffer[],
  block: BlockRef,
): Promise<TokenMetadata[]> {
  const answers = await node.calls(
    assets.flatMap((asset) => QUESTIONS.map((question) => ({ to: asset, ...question }))),
    block,
  );
  return assets.map((asset, n) => verdict(asset, answers.slice(n * QUESTIONS.length, (n + 1) * QUESTIONS.length)));
}

function verdict(asset: Buffer, answers: readonly (Buffer | null)[]): TokenMetadata {
  const [name = null, symbol = null, decimals = null, ...interfaces] = answers;
  const places = tokenCalls.decodeDecimals(decimals);
  return {
    asset,
    name: tokenCalls.decodeText(name, MOST_NAME_CHARACTERS),
    symbol: tokenCalls.decodeText(symbol, MOST_SYMBOL_CHARACTERS),
    decimals: places,
    proof: proofOf(interfaces.map(tokenCalls.decodeYes), places),
  };
}

/**
 * The standard by a contract's answers. Without ERC-165 (one that supports what nobody has knows nothing of it),
 * decimals tell ERC-20. Answers that contradict each other prove nothing: two standards, or one of them with decimals.
 */
function proofOf(
  [knows = false, supportsAll = false, erc721 = false, erc1155 = false]: readonly boolean[],
  decimals: number | null,
): TokenMetadata['proof'] {
  const says = knows && !supportsAll;
  if (says && erc721 && erc1155) return null;
  if (says && erc1155) return decimals ? null : { standard: 'erc1155', evidence: 'erc165' };
  if (says && erc721) return decimals ? null : { standard: 'erc721', evidence: 'erc165' };
  return decimals === null ? null : { standard: 'erc20', evidence: 'decimals' };
}

/**
 * @returns whether the balance of each log's owner changed at its block by what the logs of the block say. Two questions
 *   each. False where the node has no state of the block any more: another block may prove it
 */
export async function askProofs(node: BalanceNode, candidates: readonly WrappedCandidate[]): Promise<boolean[]> {
  return Promise.all(
    candidates.map(async ({ asset, owner, block, parent, expected }) => {
      const call = [{ to: asset, data: tokenCalls.balanceOf(owner) }];
      try {
        const [[after], [before]] = await Promise.all([node.calls(call, block), node.calls(call, parent)]);
        const [has, had] = [after ?? null, before ?? null].map(tokenCalls.decodeNumber);
        return has != null && had != null && has - had === BigInt(expected);
      } catch (error) {
        if (error instanceof StateUnavailableError || error instanceof BlockNotFoundError) return false;
        throw error;
      }
    }),
  );
}
