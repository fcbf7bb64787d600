/** Everybody's balances before the first indexed block: asked when that block is fetched, each time. */
import type { CosmosNode, CosmosOpening } from '@chaintrail/chains';
import type { CosmosChainSettings } from '@chaintrail/config';
import type { Logger } from 'pino';

/** An answer that takes long is told of so often. A large genesis takes minutes. */
const TELL_EVERY_MS = 10_000;

export class OpeningBalances {
  /** Height of the first indexed block; null before that is known. */
  historyFrom: number | null = null;
  /** Called now and then while the node answers. */
  onAlive: () => void = () => undefined;
  private readonly settings: Pick<CosmosChainSettings, 'chain' | 'restEndpoint'>;
  private readonly node: Pick<CosmosNode, 'opening'>;
  private readonly log: Logger;
  private wasUnknown = false;

  constructor(
    settings: Pick<CosmosChainSettings, 'chain' | 'restEndpoint'>,
    node: Pick<CosmosNode, 'opening'>,
    log: Logger,
  ) {
    this.settings = settings;
    this.node = node;
    this.log = log;
  }

  /**
   * @returns for the first indexed block, where they are known; null for all others
   * @throws NodeError where it is to be asked for again, as long as the node is not ready
   */
  async before(height: number): Promise<CosmosOpening | null> {
    if (height !== this.historyFrom) return null;
    const startedMs = performance.now();
    const telling = setInterval(() => {
      this.onAlive();
      const seconds = Math.round((performance.now() - startedMs) / 1000);
      this.log.info({ seconds }, `reading what everybody had before block ${height}`);
    }, TELL_EVERY_MS);
    try {
      const opening = await this.node.opening(height);
      this.tell(height, opening);
      return opening;
    } finally {
      clearInterval(telling);
    }
  }

  private tell(height: number, opening: CosmosOpening | null): void {
    if (opening === null) {
      if (!this.wasUnknown) this.log.warn(this.unknownText(height));
      this.wasUnknown = true;
      return;
    }
    const { source, balances, unknownDenoms } = opening;
    const from = { bank: 'the bank module', genesis: 'the genesis' }[source];
    const unknown = unknownDenoms.length === 0 ? '' : `; those of ${unknownDenoms.join(', ')} are not known from it`;
    this.log.info({ addresses: balances.length }, `balances before block ${height} come from ${from}${unknown}`);
  }

  private unknownText(height: number): string {
    const { chain, restEndpoint } = this.settings;
    const code = chain.code.toUpperCase();
    const remedy =
      restEndpoint === undefined
        ? `set ${code}_REST_URL`
        : `let ${code}_REST_URL lead to a node that has the state of that block (an archive node)`;
    return (
      `balances before block ${height} are not known, so those of now do not come from the history: ${remedy}, or index from the first block ` +
      `of the genesis, without ${code}_START_HEIGHT; then "npx chaintrail drop-chain ${chain.code}" starts over`
    );
  }
}
