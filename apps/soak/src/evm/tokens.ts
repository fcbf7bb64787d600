import type { Balance } from '@chaintrail/client';
import type { EvmTokenModel } from '@chaintrail/devnet';

/** Mints come from here, and burns go there: nobody's holdings. */
export const NOBODY = '0x0000000000000000000000000000000000000000';

/** @returns what is wrong with the tokens of an answer about the tip that the model is of */
export function problemsOfTokens(answer: Balance, model: readonly EvmTokenModel[]): string[] {
  const { address, tokens, tokenCount, tip } = answer;
  const problems: string[] = [];
  const held = new Map(model.map((token) => [nameOf(token.asset, token.tokenId), token]));
  for (const { asset, standard, tokenId, balance, height } of tokens) {
    const name = nameOf(asset, tokenId);
    const expected = held.get(name);
    held.delete(name);
    if (expected?.standard !== standard) problems.push(`token ${name} is ${standard}, not ${expected?.standard}`);
    // A rebasing token is queried again only once it was seen to drift. Others may be of an earlier block, where the
    // contract could not be called.
    else if (balance !== null && height === tip.height && !expected.drifts && BigInt(balance) !== expected.balance) {
      problems.push(`it has ${balance} of token ${name}, not ${expected.balance}`);
    }
  }
  const isWhole = tokenCount === tokens.length && address !== NOBODY;
  for (const [name, { balance }] of held) {
    if (isWhole && balance !== null && balance > 0n)
      problems.push(`token ${name} is missing, of which it has ${balance}`);
  }
  return problems;
}

/** ERC-1155 contracts have many tokens, the others one. */
function nameOf(asset: string, tokenId: bigint | string | null): string {
  return tokenId === null ? asset : `${asset} ${tokenId}`;
}
