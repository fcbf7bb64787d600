import {
  AddressError,
  type CosmosChainNetwork,
  formatAddress,
  type Network,
  parseAddress,
  type UtxoNetwork,
} from '@chaintrail/chains';
import type { CosmosNodes } from '../node/cosmos-nodes.js';
import { ProblemError } from '../problem.js';
import type { FollowedChain, NamedAddress } from '../read/followed-chain.js';
import type { AnswerSources } from '../read/read-answer.js';
import { moduleName } from '../shape/cosmos/modules.js';

/** Seconds. */
const RETRY_SECONDS = 5;
/** A THORName or MAYAName, in any case. Source: thornode x/thorchain/handler_manage_thorname.go */
const NAME = /^[a-z0-9+_-]{1,30}$/i;

/** The address that a client gave, or its name stands for. @throws ProblemError saying what is wrong, and expected */
export async function findAddress(
  { cosmosNodes }: Pick<AnswerSources, 'cosmosNodes'>,
  followed: FollowedChain,
  text: string,
): Promise<NamedAddress> {
  switch (followed.family) {
    case 'utxo':
    case 'evm':
      return readAddress(followed, text);
    case 'cosmos':
      return isName(followed, text) ? addressOfName(cosmosNodes, followed, text) : readAddress(followed, text);
  }
}

/** Whether a node has to say whose the name is. */
export function asksForName(followed: FollowedChain, text: string): boolean {
  return followed.family === 'cosmos' && isName(followed, text);
}

/** A text that begins as an address does is a mistyped one. */
function isName({ chain, network }: CosmosChainNetwork, text: string): boolean {
  return chain.names !== null && NAME.test(text) && !text.toLowerCase().startsWith(`${network.hrp}1`);
}

async function addressOfName(nodes: CosmosNodes, followed: CosmosChainNetwork, text: string): Promise<NamedAddress> {
  if (!nodes.has(followed)) return withRemedy(followed, text);
  const about = followed.chain.names?.about ?? 'name';
  const name = text.toLowerCase();
  const reply = await nodes.resolve(followed, name);
  if (reply.outcome !== 'answered') {
    throw new ProblemError(
      'names-unavailable',
      `the node that knows whose a ${about} is does not answer at the moment`,
      {
        retryAfter: RETRY_SECONDS,
      },
    );
  }
  if (reply.value === null) {
    const { addressExample } = followed.network;
    throw new ProblemError(
      'unknown-name',
      `nobody has registered this ${about}; give a registered one, or an address such as ${addressExample}`,
    );
  }
  return { ...readAddress(followed, reply.value), name };
}

/** The text may be an address of another chain; that is said then. */
function withRemedy(followed: CosmosChainNetwork, text: string): NamedAddress {
  try {
    return readAddress(followed, text);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'address-malformed') throw error;
    const { code, names } = followed.chain;
    const message = `${error.message}; a ${names?.about} is looked up only where the operator sets ${code.toUpperCase()}_REST_URL`;
    throw new ProblemError(error.code, message, {
      facts: { errors: [{ parameter: 'address', message }] },
      cause: error,
    });
  }
}

/** First characters of a CashAddr behind its prefix; no base58 address of Bitcoin Cash begins so. */
const BARE_CASH_ADDRESS = /^[qpzr]/i;

function isBareCashAddress({ cashAddrPrefix }: UtxoNetwork, text: string): boolean {
  return cashAddrPrefix !== null && BARE_CASH_ADDRESS.test(text) && !text.includes(':');
}

/** @param address canonical text. @returns the form without prefix of a CashAddr; the same of all others */
export function bareAddress(network: Network, address: string): string {
  const prefix = network.family === 'utxo' && network.cashAddrPrefix;
  return prefix && address.startsWith(`${prefix}:`) ? address.slice(prefix.length + 1) : address;
}

/** @returns its key and canonical text @throws ProblemError saying what is wrong, and expected */
export function readAddress(followed: FollowedChain, text: string): NamedAddress {
  try {
    const key = parseAddress(followed, text);
    const address = formatAddress(followed.network, key);
    const isBare = followed.family === 'utxo' && isBareCashAddress(followed.network, text);
    return {
      ...{ key, isBare, name: followed.family === 'cosmos' ? moduleName(followed, key) : null },
      address: isBare ? bareAddress(followed.network, address) : address,
    };
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    const errors = [{ parameter: 'address', message: error.message }];
    throw new ProblemError(`address-${error.code}`, error.message, { facts: { errors }, cause: error });
  }
}
