#!/usr/bin/env node
/** `npx chaintrail drop-chain ltc`: removes everything stored of a chain, so that its next sync starts anew. */
import { DROP_CHAIN } from '@chaintrail/commands';
import { dropChain } from '@chaintrail/db';
import { changeChain } from './change-chain.js';

await changeChain<{ readonly cascade?: boolean }>(DROP_CHAIN, async (databaseUrl, { code, name }, { cascade }) =>
  (await dropChain(databaseUrl, code, cascade))
    ? `Everything stored of ${name} is removed. Restart API processes that run: they remember its network.`
    : `Nothing was stored of ${name}.`,
);
