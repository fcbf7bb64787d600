/** Bitcoin's bytes without witnesses, tokens in front of locking scripts, and CashAddr. */
import type { UtxoNetwork } from '@chaintrail/chains';
import { cashAddress } from '../bch/cashaddr.js';
import { tokenPrefix } from '../bch/token.js';
import type { Destination } from '../destination.js';
import { hash160 } from '../hash.js';
import { bitcoinWire, bitcoinWireWith } from './bitcoin-wire.js';
import type { WireFormat } from './wire-format.js';

const P2PKH = 0;
const P2SH = 1;

function addressOf({ type, script, reveal }: Destination, { cashAddrPrefix, name }: UtxoNetwork): string | null {
  if (cashAddrPrefix === null) throw new RangeError(`network ${name} has no CashAddr prefix`);
  switch (type) {
    case 'pubkey':
      return cashAddress(cashAddrPrefix, P2PKH, hash160(reveal));
    case 'pubkeyhash':
      return cashAddress(cashAddrPrefix, P2PKH, script.subarray(3, 23));
    case 'scripthash': // of 20 bytes, or of 32
      return cashAddress(cashAddrPrefix, P2SH, script.subarray(2, -1));
    default:
      return null;
  }
}

export const bitcoinCashWire: WireFormat = {
  ...bitcoinWire,
  ...bitcoinWireWith(({ destination, token }) =>
    token ? Buffer.concat([tokenPrefix(token), destination.script]) : destination.script,
  ),
  addressOf,
};
