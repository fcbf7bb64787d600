/** Asks a node, or its contracts, for what is to be stored. Nothing here writes. */
import { type BlockRef, type EvmNode, tokenCalls } from '@chaintrail/chains';
import type { TokenHolding, TokenMetadata } from '@chaintrail/db';

/** What contracts call themselves is cut after so many characters. */
const MOST_NAME_CHARACTERS = 128;
const MOST_SYMBOL_CHARACTERS = 32;

/** What is asked of a node, as far as balances go. */
export type BalanceNode = Pick<EvmNode, 'balances' | 'calls'>;

/** @returns what each contract says the address has, null where it gives no answer */
export async function askHoldings(
  node: BalanceNode,
  holdings: readonly TokenHolding[],
  block: BlockRef,
): Promise<(bigint | null)[]> {
  const calls = holdings.map(({ asset, addressKey, tokenId }) => ({
    to: asset,
    data: tokenId === null ? tokenCalls.balanceOf(addressKey) : tokenCalls.balanceOfToken(addressKey, tokenId),
  }));
  const answers = await node.calls(calls, block);
  return answers.map(tokenCalls.decodeNumber);
}

/** @returns what each contract says it is called, cleaned */
export async function askMetadata(
  node: BalanceNode,
  assets: readonly Buffer[],
  block: BlockRef,
): Promise<TokenMetadata[]> {
  const questions = [tokenCalls.name, tokenCalls.symbol, tokenCalls.decimals];
  const answers = await node.calls(
    assets.flatMap((asset) => questions.map((data) => ({ to: asset, data }))),
    block,
  );
  return assets.map((asset, n) => {
    const [name = null, symbol = null, decimals = null] = answers.slice(
      n * questions.length,
      (n + 1) * questions.length,
    );
    return {
      asset,
      name: tokenCalls.decodeText(name, MOST_NAME_CHARACTERS),
      symbol: tokenCalls.decodeText(symbol, MOST_SYMBOL_CHARACTERS),
      decimals: tokenCalls.decodeDecimals(decimals),
    };
  });
}
