/** Everybody's balances of every denomination, by histories, against the bank module, and all against the supply. */
import { type BankCoins, type BlockRef, type CosmosChainNetwork, formatAddress, moduleKey } from '@chaintrail/chains';
import { type CheckReport, readAuditedChain, readCosmosHoldings, readUnknownDenoms } from '@chaintrail/db';
import { NotComparableError } from '../audit.js';
import type { Tally } from '../tally.js';
import { isSmall, keyRanges, walkRanges } from '../walk-ranges.js';
import type { BalancesWalk, CosmosAudit } from './cosmos-audit.js';

/** Questions to the node at once: each is for one address. */
const AT_ONCE = 4;

/** Base units by denomination, without those of 0. */
type Coins = ReadonlyMap<string, bigint>;

export async function checkBalances(audit: CosmosAudit, tally: Tally): Promise<CheckReport> {
  const { session, code, limits, position, place } = audit;
  if (!audit.hasRest)
    return tally.skipped(
      `only the node's REST server tells of balances: set ${code.toUpperCase()}_REST_URL, and audit again`,
    );
  // A genesis does not tell of all denominations.
  const unknown = await readUnknownDenoms(session, code);
  if (unknown === null)
    return tally.skipped(
      'what everybody had before the first indexed block is not known, so histories tell no balances',
    );
  const isKnown: IsKnown = (denom) => !unknown.includes(denom);
  position.balances ??= await beginWalk(audit);
  const walk = position.balances;
  const bank = bankAfter(walk.block, audit, isKnown);
  const names = addressNames(place);
  const share = await walkRanges(audit, tally, walk, keyRanges(walk.whole, 1), async (range, after) => {
    const { height } = walk.block;
    const stretch = await readCosmosHoldings(session, code, { range, after, limit: limits.balances, height });
    const keys = stretch.rows.map(({ key }) => Buffer.from(key, 'hex'));
    const answers = await bank.balances(keys);
    for (const [n, { coins }] of stretch.rows.entries()) {
      const ours = new Map(coins.map(([denom, balance]) => [denom ?? place.chain.nativeDenom, BigInt(balance)]));
      addTo(walk.sums, ours);
      const theirs = answers?.[n];
      tally.count(theirs === undefined ? 'without state' : 'addresses', 1);
      if (theirs !== undefined) compare(tally, 'balance', names(keys[n]!), height, only(ours, isKnown), theirs);
    }
    return stretch.next;
  });
  const missed = Number(tally.facts['without state'] ?? 0);
  const compared = Number(tally.facts['addresses'] ?? 0);
  if (compared === 0 && missed > 0)
    return tally.skipped(
      `the node has no state of block ${walk.block.height} any more; one that keeps all states (an archive node) has`,
    );
  if (share === 1) await compareSupply(tally, walk, bank, isKnown);
  return tally.done(compared === 0 ? share : (share * compared) / (compared + missed));
}

async function beginWalk(audit: CosmosAudit): Promise<BalancesWalk> {
  const { session, code, setBlock } = audit;
  const block = (await readAuditedChain(session, code))?.cursor;
  if (!block) throw new NotComparableError('no block is indexed; audit again when there is');
  setBlock(block.height, block.hash);
  return { whole: await isSmall(audit), done: 0, place: null, block, sums: {} };
}

/** The whole of every denomination is what all have of it: nobody is missing, and nothing went astray. */
async function compareSupply(tally: Tally, walk: BalancesWalk, bank: Bank, isKnown: IsKnown): Promise<void> {
  const supply = await bank.supply();
  if (supply === null) return;
  const sums = new Map(Object.entries(walk.sums).map(([denom, sum]) => [denom, BigInt(sum)]));
  tally.count('denominations', supply.size);
  compare(tally, 'supply', 'all addresses', walk.block.height, only(sums, isKnown), supply);
}

function compare(tally: Tally, problem: string, whose: string, height: number, ours: Coins, theirs: Coins): void {
  for (const denom of new Set([...ours.keys(), ...theirs.keys()])) {
    const [expected, found] = [theirs.get(denom) ?? 0n, ours.get(denom) ?? 0n];
    if (expected !== found) tally.find(problem, `${whose}, ${denom} after block ${height}`, expected, found);
  }
}

function addTo(sums: Record<string, string>, coins: Coins): void {
  for (const [denom, amount] of coins) sums[denom] = String(BigInt(sums[denom] ?? 0) + amount);
}

type IsKnown = (denom: string) => boolean;

function only(coins: Coins, isKnown: IsKnown): Coins {
  return new Map([...coins].filter(([denom]) => isKnown(denom)));
}

/** The bank module after one block. Its answers are null where the node has no state of the block any more. */
interface Bank {
  balances(keys: readonly Buffer[]): Promise<Coins[] | null>;
  supply(): Promise<Coins | null>;
}

function bankAfter({ height }: BlockRef, { node, place }: CosmosAudit, isKnown: IsKnown): Bank {
  let isGone = false;
  const ask = async (question: () => Promise<BankCoins | null>): Promise<Coins | null> => {
    const answer = isGone ? null : await question();
    isGone = answer === null;
    return answer && only(new Map(answer.coins.map(([denom, amount]) => [denom, BigInt(amount)])), isKnown);
  };
  return {
    async balances(keys) {
      const answers: Coins[] = [];
      for (let at = 0; at < keys.length; at += AT_ONCE) {
        const asked = keys
          .slice(at, at + AT_ONCE)
          .map((key) => ask(() => node.bankBalances(formatAddress(place.network, key), height)));
        for (const coins of await Promise.all(asked)) {
          if (coins === null) return null;
          answers.push(coins);
        }
      }
      return answers;
    },
    supply: () => ask(() => node.bankSupply(height)),
  };
}

/** Addresses as findings name them: modules by their names, too. */
function addressNames({ chain, network }: CosmosChainNetwork): (key: Buffer) => string {
  const modules = new Map(chain.modules.map((name) => [moduleKey(name).toString('hex'), name]));
  return (key) => {
    const name = modules.get(key.toString('hex'));
    const text = addressText(network, key);
    return name === undefined ? text : `${text} (module ${name})`;
  };
}

/** A key that is damaged is no address: shown as it is. */
function addressText(network: CosmosChainNetwork['network'], key: Buffer): string {
  try {
    return formatAddress(network, key);
  } catch (error) {
    if (error instanceof RangeError) return `address_key ${key.toString('hex')}`;
    throw error;
  }
}
