#!/usr/bin/env node
/** `npx chaintrail retrace eth`: takes back blocks from the first one without its traces on, which then come again. */
import { RETRACE } from '@chaintrail/commands';
import { retraceChain } from '@chaintrail/db';
import { changeChain } from './change-chain.js';

await changeChain<{ readonly from?: number }>(RETRACE, async (databaseUrl, { code, name }, { from }) => {
  const first = await retraceChain(databaseUrl, code, from ?? null);
  return first === null
    ? `No block of ${name} lacks its traces.`
    : `Blocks of ${name} from ${first} on are taken back. Start the indexer: it takes them again, with their traces.`;
});
