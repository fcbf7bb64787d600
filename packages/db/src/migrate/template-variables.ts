/** Values of `{{…}}` in the migrations of a chain's schema: the parameters of chain and network, as SQL. */
import {
  CHAIN_CODES,
  type ChainFamily,
  type ChainNetwork,
  type CosmosChainNetwork,
  chainOnNetwork,
  formatAddress,
  requireChain,
  type UtxoChainNetwork,
} from '@chaintrail/chains';
import { escapeLiteral } from 'pg';
import { hasShortSeq } from '../tables/chain-tables.js';

/** SQL that families write into the schemas of all. */
const SHARED: Readonly<Record<ChainFamily, Readonly<Record<string, string>>>> = {
  utxo: { hash_prefix: "''", block_entries: 'false' },
  evm: { hash_prefix: "'0x'", block_entries: 'false' },
  cosmos: { hash_prefix: "''", block_entries: 'true' },
};

/**
 * The variables of a chain on a network, by name. `chain` is the schema and `seq` the type of ranks in histories; the
 * others are SQL expressions, so that a template writes them without quotes.
 */
export function templateVariables(place: ChainNetwork): Readonly<Record<string, string>> {
  const { chain, network } = place;
  const common = {
    chain: chain.code,
    seq: hasShortSeq(place.family) ? 'integer' : 'bigint',
    ...SHARED[place.family],
    // A product with it is exact; a quotient would be rounded.
    coin: `1e-${chain.decimals}`,
    title: escapeLiteral(`${chain.name} ${network.name}`),
    // As SQL reads it: without the mixed case of EIP-55.
    address_example: escapeLiteral(
      place.family === 'evm' ? network.addressExample.toLowerCase() : network.addressExample,
    ),
    address_starts: `${escapeLiteral(JSON.stringify(ADDRESS_STARTS))}::jsonb`,
    foreign_shapes: `${escapeLiteral(JSON.stringify(foreignShapes(place)))}::jsonb`,
  };
  switch (place.family) {
    case 'utxo':
      return { ...common, ...addressForms(place) };
    case 'evm':
      return { ...common, irregular_block: String(place.network.irregularBlock ?? 0) };
    case 'cosmos':
      return { ...common, ...denominations(place) };
  }
}

function denominations({ chain, network }: CosmosChainNetwork): Record<string, string> {
  const { symbol, decimals, nativeDenom, foreignDecimals } = chain;
  const own = { denom: nativeDenom, symbol, decimals };
  const known = [own, ...chain.denominations].map(({ denom, ...of }) => [denom, [of.symbol, of.decimals]]);
  return {
    hrp: escapeLiteral(network.hrp),
    symbol: escapeLiteral(symbol),
    native_denom: escapeLiteral(nativeDenom),
    denominations: `${escapeLiteral(JSON.stringify(Object.fromEntries(known)))}::jsonb`,
    foreign_decimals: foreignDecimals === null ? 'NULL::integer' : String(foreignDecimals),
  };
}

/** Chains by the beginning of addresses: prefix of bech32, and version of base58 as refusals write it. */
const ADDRESS_STARTS: Readonly<Record<string, string>> = addressStarts();

function addressStarts(): Record<string, string> {
  const owners = new Map<string, string[]>();
  for (const chain of CHAIN_CODES.map(requireChain)) {
    if (chain.family === 'evm') continue;
    for (const network of chain.networks) {
      const { hrp } = network;
      const own =
        'p2pkh' in network ? [...network.p2pkh, ...network.p2sh].map((version) => versionText(version).slice(2)) : [];
      for (const start of new Set([...(hrp === null ? [] : [hrp]), ...own]))
        owners.set(start, [...(owners.get(start) ?? []), `${chain.name} ${network.name}`]);
    }
  }
  return Object.fromEntries([...owners].map(([start, names]) => [start, names.join(', ')]));
}

const BASE58 = '[1-9A-HJ-NP-Za-km-z]';
const BECH32 = '[02-9ac-hj-np-z]';

/** Patterns of other chains' addresses, for text that is no address here for other reasons, with whose they are. */
function foreignShapes(place: ChainNetwork): Record<string, string> {
  const owners = new Map<string, string[]>();
  const own = new Set(shapesOf(place));
  for (const chain of CHAIN_CODES.map(requireChain)) {
    for (const { name } of chain.networks) {
      for (const shape of shapesOf(chainOnNetwork(chain, name)!)) {
        if (!own.has(shape)) owners.set(shape, [...(owners.get(shape) ?? []), `${chain.name} ${name}`]);
      }
    }
  }
  return Object.fromEntries([...owners].map(([shape, names]) => [shape, names.join(', ')]));
}

function shapesOf(place: ChainNetwork): string[] {
  if (place.family === 'evm') return [];
  const ofBech32 = place.network.hrp === null ? [] : [`^${place.network.hrp}1${BECH32}{6,}$`];
  if (place.family === 'cosmos') return ofBech32;
  const { cashAddrPrefix: prefix } = place.network;
  // A version is the first characters, which differ little between the lowest and the highest hash.
  const ofBase58 = [0, 1].map((kind) => {
    const [low, high] = [0, 255].map((byte) => {
      const key = Buffer.concat([Buffer.of(kind), Buffer.alloc(20, byte)]);
      return formatAddress({ ...place.network, cashAddrPrefix: null }, key).slice(0, place.network.zcash ? 2 : 1);
    });
    return `^(?:${[...new Set([low, high])].join('|')})${BASE58}{24,34}$`;
  });
  const ofCash = prefix === null ? [] : [`^${prefix}:[qp]${BECH32}{41}$`, `^[qp]${BECH32}{41}$`];
  return [...ofBech32, ...ofBase58, ...ofCash];
}

function addressForms({ chain, network }: UtxoChainNetwork): Record<string, string> {
  const { p2pkh, p2sh, hrp, mwebHrp, cashAddrPrefix, zcash } = network;
  return {
    p2pkh_versions: array('bytea', p2pkh.map(versionText)),
    p2sh_versions: array('bytea', p2sh.map(versionText)),
    hrp: textOrNull(hrp),
    mweb_hrp: textOrNull(mwebHrp),
    cash_prefix: textOrNull(cashAddrPrefix),
    tex_hrps: array('text', zcash ? [zcash.tex] : []),
    unified_hrps: array('text', zcash?.unified ?? []),
    sapling_hrps: array(
      'text',
      // The same on every network: none of them shows more.
      chain.networks.flatMap((other) => other.zcash?.shielded ?? []),
    ),
  };
}

/** One byte, or two above 255. */
function versionText(version: number): string {
  return `\\x${version.toString(16).padStart(version > 0xff ? 4 : 2, '0')}`;
}

function textOrNull(text: string | null): string {
  return text === null ? 'NULL::text' : escapeLiteral(text);
}

function array(type: string, values: readonly string[]): string {
  return `ARRAY[${values.map((value) => escapeLiteral(value)).join(', ')}]::${type}[]`;
}
