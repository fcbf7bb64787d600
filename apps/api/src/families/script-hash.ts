import type { ChainCode } from '@chaintrail/chains';
import { addressesOfScriptHashes, type ChainState } from '@chaintrail/db';
import { SharedTurns } from '../http/lanes.js';
import { ProblemError } from '../problem.js';
import type { ListedUtxoChain } from '../read/followed-chain.js';
import { requireTip } from '../read/progress.js';
import { type AnswerSources, readAnswer, requireFollowed } from '../read/read-answer.js';

interface FoundScript {
  readonly state: ChainState;
  /** Null for a script that no indexed output has, or that has no address. */
  readonly key: Buffer | null;
  readonly isIndexed: boolean;
}

/** Hashes that one statement looks for at most. */
const MOST_AT_ONCE = 100;

/**
 * Scripts by their hash. A wallet that looks for its coins asks for each of its scripts, most of which were never used,
 * over several connections: those that wait while others are looked for are then looked for together.
 */
export class ScriptHashReader {
  readonly #turns = new Map<ChainCode, SharedTurns<Buffer, FoundScript>>();

  /** @throws ProblemError where there is no index of them, or no block */
  async read(
    sources: AnswerSources,
    followed: ListedUtxoChain,
    hash: Buffer,
  ): Promise<Pick<FoundScript, 'state' | 'key'>> {
    const { code, name } = followed.chain;
    const turns = this.#turns.get(code) ?? new SharedTurns<Buffer, FoundScript>(MOST_AT_ONCE);
    this.#turns.set(code, turns);
    const found = await turns.ask(sources.asking, hash, (asking, take) =>
      readTogether({ ...sources, asking }, followed, take),
    );
    requireTip(followed, found.state);
    if (found.isIndexed) return found;
    throw new ProblemError(
      'no-script-hashes',
      `${name} is not indexed by script hashes here: the operator switches that on (${code.toUpperCase()}_SCRIPTHASH_INDEX)`,
    );
  }
}

async function readTogether(
  sources: AnswerSources,
  followed: ListedUtxoChain,
  take: () => readonly Buffer[],
): Promise<FoundScript[]> {
  let hashes: readonly Buffer[] = [];
  const found = await readAnswer(sources, followed, (db) =>
    db.inTurn(async (held) => {
      hashes = take();
      if (hashes.length === 0) return null;
      return requireFollowed(followed, await addressesOfScriptHashes(held, followed.chain.code, hashes));
    }),
  );
  if (!found) return [];
  const { state, keys } = found;
  return hashes.map((_, at) => ({ state, key: keys?.[at] ?? null, isIndexed: keys !== null }));
}
