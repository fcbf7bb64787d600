/** Puts together what following an EVM chain takes: its node, its rows, its background work. */
import { EvmNode } from '@chaintrail/chains/node';
import { type EvmChainSettings, evmNodeOptions } from '@chaintrail/config';
import {
  openBalanceLedger,
  openEvmFirstSync,
  openEvmLedger,
  openEvmMempool,
  openGapLedger,
  readInternalSync,
  type Session,
} from '@chaintrail/db';
import type { Logger } from 'pino';
import { BalanceRefresher } from './balances/refresh-balances.js';
import type { BackgroundWork } from './follow/background-work.js';
import { inSequence } from './follow/background-work.js';
import { BlockTraces } from './follow/block-traces.js';
import { evmBlockSource } from './follow/evm-block-source.js';
import { GapCloser } from './internal/gap-closer.js';
import { evmMempoolSource } from './mempool/evm-mempool-source.js';
import { MempoolFollower, mempoolOff } from './mempool/mempool-follower.js';
import { type ChainOptions, commonRun, runChain } from './run-chain.js';

/** Resolves when `signal` fires and everything is closed. Never rejects. */
export function runEvmChain(options: ChainOptions<EvmChainSettings>): Promise<void> {
  const { settings, pool, decoder, memory, threads, helpers, log, signal } = options;
  const { chain, network, startHeight } = settings;
  const { run, nodeEvents } = commonRun(options);
  const node = new EvmNode({ ...evmNodeOptions(settings), ...nodeEvents, onDetour: (sentence) => log.warn(sentence) });
  const { internalTransfers: mode, traceWaitMs: waitMs } = settings;
  const traces = new BlockTraces({ place: settings, node, mode, waitMs, log });
  return runChain({
    ...run,
    source: evmBlockSource(settings, node, decoder, log, traces),
    openLedger: async (session) => {
      const ledger = await openEvmLedger(session, settings, startHeight);
      const { from } = await readInternalSync(session, chain.code);
      traces.hasBegun = from !== null;
      const wanted = network.tracedFrom <= 1 ? ledger.historyFrom : Math.max(ledger.historyFrom, network.tracedFrom);
      if (mode === 'full' && from !== null && from > wanted) log.warn(fullTakesNewSync(chain.code, from));
      return ledger;
    },
    openFirstSync: (session, historyFrom) =>
      openEvmFirstSync({ session, pool, helpers, place: settings, historyFrom, memory, threads }),
    openBackgroundWork: (session, historyFrom) => {
      const balances = new BalanceRefresher({
        ...{ ledger: openBalanceLedger(session, chain.code), node, place: settings, historyFrom, log, signal },
      });
      const gaps = openGapLedger(session, chain.code);
      const onClosed = () => balances.tracesAdded();
      return inSequence([
        pendingTransactions(session, settings, node, log),
        new GapCloser({ ledger: gaps, place: settings, traces, decoder, log, onClosed }),
        balances,
      ]);
    },
    reorgLimit: settings.reorgLimit,
    // `geth --dev` calls every 32nd block final at once, and comes back below it after a power cut.
    finalityBinds: settings.network.chainId !== null,
  });
}

function pendingTransactions(session: Session, settings: EvmChainSettings, node: EvmNode, log: Logger): BackgroundWork {
  const ledger = openEvmMempool(session, settings.chain);
  const { mempoolLimit: limit, mempoolPollMs: pollMs } = settings;
  if (limit === 0) return mempoolOff(ledger);
  return new MempoolFollower({
    source: evmMempoolSource(settings.chain.code, node),
    ledger,
    tip: () => node.tip(),
    limit,
    pollMs,
    log,
  });
}

function fullTakesNewSync(code: string, from: number): string {
  return (
    `${code.toUpperCase()}_INTERNAL_TRANSFERS is full, but the rows have internal transfers from block ${from} on only: ` +
    `new blocks are traced as with live; "npx chaintrail drop-chain ${code}" and a new sync trace all`
  );
}
