/** Holdings by the storage of the contracts alone: neither their views nor their logs are asked. */
import { AbiCoder, getCreateAddress, keccak256 } from 'ethers';
import type { AnsweringNode } from '../oracle/node-block.js';
import type { TokenCase } from './token-table.js';

/** @returns by holder, or by holder and id for items; nothing of who has none */
export async function storedAmounts(
  node: AnsweringNode,
  asset: string,
  { ledger = { kind: 'amounts' } }: TokenCase,
  holders: readonly string[],
): Promise<Map<string, bigint>> {
  const read = async (at: string, slot: string): Promise<bigint> =>
    BigInt(await node.rpc<string>('eth_getStorageAt', at, slot, 'latest'));
  const amounts = new Map<string, bigint>();
  const add = (key: string, amount: bigint): void => {
    if (amount !== 0n) amounts.set(key, (amounts.get(key) ?? 0n) + amount);
  };
  switch (ledger.kind) {
    case 'amounts': {
      const times = ledger.timesSlot === undefined ? 1n : await read(asset, `0x${ledger.timesSlot.toString(16)}`);
      for (const holder of holders) {
        const word = await read(asset, inMapping('address', holder, ledger.slot ?? 0));
        add(holder, BigInt.asUintN(ledger.bits ?? 256, word) * times);
      }
      break;
    }
    case 'far': {
      const far = getCreateAddress({ from: asset, nonce: 1 });
      for (const holder of holders) add(holder, await read(far, inMapping('address', holder, 0)));
      break;
    }
    case 'owners':
      for (const id of ledger.ids) {
        const owner = await read(asset, inMapping('uint256', id, 0));
        const holder = holders.find((each) => BigInt(each) === owner);
        if (holder !== undefined) add(holder, 1n);
      }
      break;
    case 'items':
      for (const id of ledger.ids) {
        const ofId = inMapping('uint256', id, 0);
        for (const holder of holders) add(`${holder}/${id}`, await read(asset, inMapping('address', holder, ofId)));
      }
  }
  return amounts;
}

/** Where a mapping keeps the value of a key. */
function inMapping(type: 'address' | 'uint256', key: string | bigint, slot: number | string): string {
  return keccak256(AbiCoder.defaultAbiCoder().encode([type, 'uint256'], [key, slot]));
}
