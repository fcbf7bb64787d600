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
 * so, too. False where it says anything else, gives no answer, or the address has dealt with it.
 */
export async function askBefore(node: BalanceNode, holdings: readonly DoubtedHolding[]): Promise<boolean[]> {
  const open = holdings.filter(({ hasDealt }) => !hasDealt);
  const answers = await askBlocks(
    node,
    open.map((holding) => ({ call: balanceCall(holding), block: holding.before })),
  );
  const hadNothing = new Set(
    open.filter((_, n) => answers[n]?.length === 0 || tokenCalls.decodeNumber(answers[n] ?? null) === 0n),
  );
  return holdings.map((holding) => hadNothing.has(holding));
}

interface PinnedCall {
  readonly call: EvmCall;
  readonly block: BlockRef;
}

/**
 * Answers about blocks of their own: one question a block. One that fails is no failure of the others. Its answers are
 * null, as of a block whose state the node has thrown away.
 * @throws what the node says where no block got through
 */
async function askBlocks(node: BalanceNode, asked: readonly PinnedCall[]): Promise<(Buffer | null)[]> {
  const byBlock = new Map<string, PinnedCall[]>();
  for (const each of asked) byBlock.set(each.block.hash, [...(byBlock.get(each.block.hash) ?? []), each]);
  const groups = [...byBlock.values()];
  const outcomes = await Promise.allSettled(
    groups.map(async (group) =>
      node.calls(
        group.map(({ call }) => call),
        group[0]!.block,
      ),
    ),
  );
  const failure = outcomes.find((outcome) => outcome.status === 'rejected' && !isGone(outcome.reason));
  if (failure?.status === 'rejected' && outcomes.every(({ status }) => status === 'rejected')) throw failure.reason;
  const answers = new Map<PinnedCall, Buffer | null>();
  for (const [g, outcome] of outcomes.entries()) {
    for (const [n, each] of groups[g]!.entries())
      answers.set(each, outcome.status === 'fulfilled' ? (outcome.value[n] ?? null) : null);
  }
  return asked.map((each) => answers.get(each) ?? null);
}

function isGone(error: unknown): boolean {
  return error instanceof StateUnavailableError || error instanceof BlockNotFoundError;
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
  const answers = await askBlocks(
    node,
    candidates.flatMap(({ asset, owner, block, parent }) => {
      const call = { to: asset, data: tokenCalls.balanceOf(owner) };
      return [
        { call, block },
        { call, block: parent },
      ];
    }),
  );
  return candidates.map(({ expected }, n) => {
    const [has, had] = answers.slice(2 * n, 2 * n + 2).map(tokenCalls.decodeNumber);
    return has != null && had != null && has - had === BigInt(expected);
  });
}
