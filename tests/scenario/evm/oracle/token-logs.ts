/** Token transfers out of logs, by the standards' events and ethers' decoder. What does not decode is no transfer. */
import { AbiCoder, dataLength, getAddress, id, ZeroAddress } from 'ethers';
import type { Transfer } from './internal-transfers.js';
import type { NodeLog } from './node-block.js';

const TRANSFER = id('Transfer(address,address,uint256)');
const TRANSFER_SINGLE = id('TransferSingle(address,address,address,uint256,uint256)');
const TRANSFER_BATCH = id('TransferBatch(address,address,address,uint256[],uint256[])');
const DEPOSIT = id('Deposit(address,uint256)');
const WITHDRAWAL = id('Withdrawal(address,uint256)');
/** EIP-7708: its logs tell what traces tell. */
const NATIVE_PSEUDO_EMITTER = getAddress('0xfffffffffffffffffffffffffffffffffffffffe');

export function tokenTransfersOf(log: NodeLog): Transfer[] {
  const asset = getAddress(log.address);
  if (asset === NATIVE_PSEUDO_EMITTER) return [];
  try {
    return read(log).map((found) => ({ kind: 'token', asset, ...found }));
  } catch (error) {
    if (error instanceof Error) return [];
    throw error;
  }
}

type Found = Omit<Transfer, 'kind' | 'asset'>;

/** @throws Error when the log is not what its first topic says */
function read({ topics, data }: NodeLog): Found[] {
  const [event, ...indexed] = topics;
  switch (event) {
    case TRANSFER:
      return [readTransfer(indexed, data)];
    case TRANSFER_SINGLE: {
      const [, from, to] = addresses(indexed, 3);
      const [tokenId, amount] = words(data, 2);
      return [{ from: from!, to: to!, standard: 'erc1155', amount: amount!, tokenId: tokenId! }];
    }
    case TRANSFER_BATCH: {
      const [, from, to] = addresses(indexed, 3);
      const [ids, values] = AbiCoder.defaultAbiCoder().decode(
        ['uint256[]', 'uint256[]'],
        data,
      ) as unknown as bigint[][];
      if (ids!.length !== values!.length) throw new Error('as many ids as amounts');
      return ids!.map((tokenId, index) => ({
        from: from!,
        to: to!,
        standard: 'erc1155',
        amount: values![index]!,
        tokenId,
      }));
    }
    case DEPOSIT: {
      const [to] = addresses(indexed, 1);
      return [{ from: ZeroAddress, to: to!, standard: 'erc20', amount: words(data, 1)[0]!, tokenId: null }];
    }
    case WITHDRAWAL: {
      const [from] = addresses(indexed, 1);
      return [{ from: from!, to: ZeroAddress, standard: 'erc20', amount: words(data, 1)[0]!, tokenId: null }];
    }
    default:
      return [];
  }
}

function readTransfer(indexed: readonly string[], data: string): Found {
  if (indexed.length === 3) {
    words(data, 0);
    const [from, to] = addresses(indexed.slice(0, 2), 2);
    return { from: from!, to: to!, standard: 'erc721', amount: 1n, tokenId: BigInt(indexed[2]!) };
  }
  if (indexed.length === 0) {
    // From before ERC-20 said what is indexed.
    if (dataLength(data) !== 96) throw new Error('three words');
    const [from, to] = addresses([`0x${data.slice(2, 66)}`, `0x${data.slice(66, 130)}`], 2);
    const amount = BigInt(`0x${data.slice(130)}`);
    return { from: from!, to: to!, standard: 'erc20', amount, tokenId: null };
  }
  const [from, to] = addresses(indexed, 2);
  return { from: from!, to: to!, standard: 'erc20', amount: words(data, 1)[0]!, tokenId: null };
}

function addresses(topics: readonly string[], count: number): string[] {
  if (topics.length !== count) throw new Error(`${count} addresses`);
  return topics.map((topic) => {
    if (!/^0x0{24}[0-9a-f]{40}$/.test(topic)) throw new Error('20 bytes');
    return getAddress(`0x${topic.slice(26)}`);
  });
}

function words(data: string, count: number): bigint[] {
  if (dataLength(data) !== count * 32) throw new Error(`${count} words`);
  return Array.from({ length: count }, (_, index) => BigInt(`0x${data.slice(2 + index * 64, 66 + index * 64)}`));
}
