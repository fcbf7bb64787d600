/** Bitcoin's bytes without witnesses, and AuxPoW behind the headers that announce it. */
import { makeAuxPow } from '../doge/auxpow.js';
import { serializeHeader } from '../utxo-header.js';
import { bitcoinWire } from './bitcoin-wire.js';
import type { WireFormat } from './wire-format.js';

/** Bit 8 of the version announces AuxPoW (dogecoin src/primitives/pureheader.h VERSION_AUXPOW). */
const AUXPOW_BIT = 0x100;
/** Where regtest begins to take it (dogecoin src/chainparams.cpp CRegTestParams). */
const AUXPOW_HEIGHT = 20;
/** Of 256: the share of later blocks that were merge-mined. */
const AUXPOW_SHARE = 170;

export const dogecoinWire: WireFormat = {
  ...bitcoinWire,
  encodeHeader: (fields, { height, noise }) => {
    const merged = height >= AUXPOW_HEIGHT && (noise(1)[0] as number) < AUXPOW_SHARE;
    return serializeHeader(merged ? { ...fields, version: fields.version | AUXPOW_BIT } : fields);
  },
  prove: (header, proofOfWork, noise) =>
    header.readUInt32LE(0) & AUXPOW_BIT
      ? makeAuxPow(header, proofOfWork, noise)
      : bitcoinWire.prove(header, proofOfWork, noise),
};
