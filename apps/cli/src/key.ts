#!/usr/bin/env node
/** `npx chaintrail key btc bc1…`: keys of addresses, as SQL has them, of every form that the API takes. */
import { createInterface } from 'node:readline';
import { AddressError, type Chain, parseAddress } from '@chaintrail/chains';
import { KEY, readCommandLine } from '@chaintrail/commands';
import { loadNetwork, settingsOrExit, withRunningService } from '@chaintrail/config';

const [chain, addresses] = readCommandLine(KEY).args as readonly [Chain, readonly string[]];
const env = await withRunningService(process.env);
const place = settingsOrExit(() => loadNetwork(env, chain));

// `chaintrail key btc < addresses | head` reads no more than it shows.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));
let count = 0;
for await (const address of addresses.length > 0 ? addresses : createInterface({ input: process.stdin })) {
  count++;
  try {
    process.stdout.write(`'\\x${parseAddress(place, address).toString('hex')}'\n`);
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    // Without the address itself, which may be a private key pasted by mistake.
    process.stderr.write(`Address ${count}: ${error.message}.\n`);
    process.exitCode = 1;
  }
}
