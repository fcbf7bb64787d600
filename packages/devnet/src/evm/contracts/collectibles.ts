/** ERC-721 and ERC-1155. */
import { type Hex, ZERO_ADDRESS } from '../bytes/hex.js';
import type { Call } from '../machine/call.js';
import { type Program, reverted } from '../machine/program.js';
import { encodedArrays, encodedText, METHODS, TOPICS, topicOf, words } from './abi.js';

export const PICTURES: Program = {
  name: 'pictures',
  run: (call) => {
    switch (call.selector) {
      case METHODS.name:
        return encodedText(Buffer.from('Demo Pictures'));
      case METHODS.symbol:
        return encodedText(Buffer.from('PIC'));
      case METHODS.balanceOf:
        return words(call.read(`count ${call.address(0)}`));
      case METHODS.ownerOf:
        return words(call.read(`owner ${call.number(0)}`));
      case METHODS.supportsInterface:
        return words(call.input.startsWith(`${METHODS.supportsInterface}80ac58cd`) ? 1 : 0);
      case METHODS.mint:
        if (call.read(`owner ${call.number(1)}`) !== 0n) throw reverted('already minted');
        return give(call, ZERO_ADDRESS, call.address(0), call.number(1));
      case METHODS.transferFrom:
        return give(call, call.address(0), call.address(1), call.number(2));
      default:
        throw reverted('unknown method');
    }
  },
};

function give(call: Call, from: Hex, to: Hex, tokenId: bigint): Hex {
  const owner = `owner ${tokenId}`;
  if (call.read(owner) !== BigInt(from)) throw reverted('ERC721: caller is not the owner');
  if (from !== ZERO_ADDRESS) call.add(`count ${from}`, -1n);
  call.add(`count ${to}`, 1n);
  call.write(owner, BigInt(to));
  call.log([TOPICS.transfer, topicOf(from), topicOf(to), words(tokenId)], '0x');
  call.movedToken({ standard: 'erc721', from, to, tokenId, amount: 1n });
  return '0x';
}

export const ITEMS: Program = {
  name: 'items',
  run: (call) => {
    switch (call.selector) {
      case METHODS.balanceOfId:
        return words(call.read(`${call.number(1)} ${call.address(0)}`));
      case METHODS.supportsInterface:
        return words(call.input.startsWith(`${METHODS.supportsInterface}d9b67a26`) ? 1 : 0);
      case METHODS.mint:
        return mintAll(call);
      case METHODS.safeTransferFrom:
        return sendOne(call);
      case METHODS.safeBatchTransferFrom:
        return sendMany(call);
      default:
        throw reverted('unknown method');
    }
  },
};

/** Kinds 0 to 4 of it: a batch from nowhere. */
function mintAll(call: Call): Hex {
  const to = call.address(0);
  const ids = [0n, 1n, 2n, 3n, 2n ** 255n + 4n];
  const amounts = ids.map((_, index) => call.number(1) + BigInt(index));
  moveItems(call, ZERO_ADDRESS, to, ids, amounts);
  call.log(batchTopics(call, ZERO_ADDRESS, to), encodedArrays(ids, amounts));
  return '0x';
}

function sendOne(call: Call): Hex {
  const from = call.address(0);
  const to = call.address(1);
  const id = call.number(2);
  const amount = call.number(3);
  moveItems(call, from, to, [id], [amount]);
  const topics = [TOPICS.transferSingle, topicOf(call.caller), topicOf(from), topicOf(to)];
  call.log(topics, words(id, amount));
  return '0x';
}

/** Arrays follow the head of five words: their lengths, then their numbers. */
function sendMany(call: Call): Hex {
  const from = call.address(0);
  const to = call.address(1);
  const array = (argument: number): bigint[] => {
    const at = Number(call.number(argument)) / 32;
    return Array.from({ length: Number(call.number(at)) }, (_, index) => call.number(at + 1 + index));
  };
  const ids = array(2);
  const amounts = array(3);
  moveItems(call, from, to, ids, amounts);
  call.log(batchTopics(call, from, to), encodedArrays(ids, amounts));
  return '0x';
}

function batchTopics(call: Call, from: Hex, to: Hex): Hex[] {
  return [TOPICS.transferBatch, topicOf(call.caller), topicOf(from), topicOf(to)];
}

function moveItems(call: Call, from: Hex, to: Hex, ids: readonly bigint[], amounts: readonly bigint[]): void {
  for (const [index, tokenId] of ids.entries()) {
    const amount = amounts[index] ?? 0n;
    if (from !== ZERO_ADDRESS) {
      if (call.read(`${tokenId} ${from}`) < amount) throw reverted('ERC1155: insufficient balance for transfer');
      call.add(`${tokenId} ${from}`, -amount);
    }
    call.add(`${tokenId} ${to}`, amount);
    call.movedToken({ standard: 'erc1155', from, to, tokenId, amount });
  }
}
