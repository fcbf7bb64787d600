/**
 * Answers of contracts, asked and read without the code that indexes them. Sources: EIP-20, EIP-165, EIP-721, EIP-1155.
 */
import type { BlockRef } from '@chaintrail/chains';
import type { EvmAudit } from './evm-audit.js';
import type { StateAnswers } from './state-answers.js';

const BALANCE_OF = '70a08231';
const BALANCE_OF_ITEM = '00fdd58e';
const DECIMALS = '313ce567';
const SUPPORTS_INTERFACE = '01ffc9a7';
const ERC165 = '01ffc9a7';
/** No contract may support it: who says so says yes to everything. */
const NOBODY = 'ffffffff';
const ERC721 = '80ac58cd';
const ERC1155 = 'd9b67a26';
const QUESTIONS = [DECIMALS, ...[ERC165, NOBODY, ERC721, ERC1155].map((id) => SUPPORTS_INTERFACE + id.padEnd(64, '0'))];

/** Keys and contracts are hex. */
export interface BalanceQuestion {
  readonly asset: string;
  readonly key: string;
  /** Token id of ERC-1155. */
  readonly tokenId: string | null;
}

/**
 * Balances after a block.
 * @returns null for a contract that gives no number, and as a whole where the node has no state of the block any more
 */
export async function askBalances(
  { node }: EvmAudit,
  state: StateAnswers,
  questions: readonly BalanceQuestion[],
  block: BlockRef,
): Promise<(bigint | null)[] | null> {
  if (questions.length === 0) return [];
  const calls = questions.map(({ asset, key, tokenId }) => {
    const id = tokenId === null ? '' : BigInt(tokenId).toString(16).padStart(64, '0');
    const data = (tokenId === null ? BALANCE_OF : BALANCE_OF_ITEM) + key.padStart(64, '0') + id;
    return { to: Buffer.from(asset, 'hex'), data: Buffer.from(data, 'hex') };
  });
  const answers = await state.at(block, () => node.calls(calls, block));
  return answers?.map(numberIn) ?? null;
}

/** A contract in its own words. */
export interface ContractWords {
  /** Whether nothing is there that could answer: the contract is gone, or its implementation. */
  readonly isGone: boolean;
  /** The standard that the words prove; null where they prove none, or more than one. */
  readonly standard: 'erc20' | 'erc721' | 'erc1155' | null;
  /** Null where it says none, or more than there are in the largest amount. */
  readonly decimals: bigint | null;
}

/** @returns in the order of the contracts; null where the node has no state of the block any more */
export async function askContracts(
  { node }: EvmAudit,
  state: StateAnswers,
  assets: readonly string[],
  block: BlockRef,
): Promise<ContractWords[] | null> {
  if (assets.length === 0) return [];
  const data = QUESTIONS.map((digits) => Buffer.from(digits, 'hex'));
  const calls = assets.flatMap((asset) => data.map((each) => ({ to: Buffer.from(asset, 'hex'), data: each })));
  const answers = await state.at(block, () => node.calls(calls, block));
  if (answers === null) return null;
  return assets.map((_, n) => wordsOf(answers.slice(n * QUESTIONS.length, (n + 1) * QUESTIONS.length)));
}

const MOST_PLACES = 77n;

function wordsOf(answers: readonly (Buffer | null)[]): ContractWords {
  const [places = null, ...interfaces] = answers;
  const decimals = numberIn(places);
  const [erc165, nobody, erc721, erc1155] = interfaces.map((answer) => numberIn(answer) === 1n);
  const speaks = erc165 === true && nobody === false;
  // Some collections say that they have no decimals: of an amount, that is no proof.
  const hasPlaces = decimals !== null && decimals > 0n && decimals <= MOST_PLACES;
  const proved = [
    ...(hasPlaces ? (['erc20'] as const) : []),
    ...(speaks && erc721 ? (['erc721'] as const) : []),
    ...(speaks && erc1155 ? (['erc1155'] as const) : []),
  ];
  return {
    isGone: answers.every((answer) => answer?.length === 0),
    standard: proved.length === 1 ? proved[0]! : null,
    decimals: decimals !== null && decimals <= MOST_PLACES ? decimals : null,
  };
}

/** The first word; null where there is none. */
function numberIn(answer: Buffer | null): bigint | null {
  return answer === null || answer.length < 32 ? null : BigInt(`0x${answer.toString('hex', 0, 32)}`);
}
