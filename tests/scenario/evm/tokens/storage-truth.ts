/** Holdings by the storage of the contracts alone: neither their views nor their logs are asked. */
import { AbiCoder, getCreateAddress, keccak256 } from 'ethers';
import { type AnsweringNode, callForEach } from '../proved-ledger.js';
import type { TokenCase } from './token-table.js';

/** @returns by holder, or by holder and id for items; nothing of who has none */
export async function storedAmounts(
  node: AnsweringNode,
  asset: string,
  { ledger = { kind: 'amounts' } }: TokenCase,
  holders: readonly string[],
): Promise<Map<string, bigint>> {
  const read = async (at: string, slots: readonly string[]): Promise<bigint[]> => {
    const calls = slots.map((slot) => [at, slot, 'latest']);
    return (await callForEach<string>(node, 'eth_getStorageAt', calls)).map(BigInt);
  };
  const amounts = new Map<string, bigint>();
  const add = (keys: readonly string[], words: readonly bigint[]): void => {
    for (const [at, key] of keys.entries())
      if (words[at] !== 0n) amounts.set(key, (amounts.get(key) ?? 0n) + words[at]!);
  };
  switch (ledger.kind) {
    case 'amounts': {
      const slots = holders.map((holder) => inMapping('address', holder, ledger.slot ?? 0));
      const [times, ...words] =
        ledger.timesSlot === undefined
          ? [1n, ...(await read(asset, slots))]
          : await read(asset, [`0x${ledger.timesSlot.toString(16)}`, ...slots]);
      add(
        holders,
        words.map((word) => BigInt.asUintN(ledger.bits ?? 256, word) * times!),
      );
      break;
    }
    case 'far': {
      const far = getCreateAddress({ from: asset, nonce: 1 });
      const slots = holders.map((holder) => inMapping('address', holder, 0));
      add(holders, await read(far, slots));
      break;
    }
    case 'owners': {
      const slots = ledger.ids.map((id) => inMapping('uint256', id, 0));
      const owners = await read(asset, slots);
      const found = owners.flatMap((owner) => holders.find((each) => BigInt(each) === owner) ?? []);
      add(
        found,
        found.map(() => 1n),
      );
      break;
    }
    case 'items':
      for (const id of ledger.ids) {
        const ofId = inMapping('uint256', id, 0);
        const slots = holders.map((holder) => inMapping('address', holder, ofId));
        add(
          holders.map((holder) => `${holder}/${id}`),
          await read(asset, slots),
        );
      }
  }
  return amounts;
}

/** Where a mapping keeps the value of a key. */
function inMapping(type: 'address' | 'uint256', key: string | bigint, slot: number | string): string {
  return keccak256(AbiCoder.defaultAbiCoder().encode([type, 'uint256'], [key, slot]));
}
