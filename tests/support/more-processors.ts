/** Settings under which a program takes the machine for one of eight processors, as its users' may be: what it does with those is tested on any. */
const EIGHT = `import os from 'node:os'; import { syncBuiltinESMExports } from 'node:module'; os.availableParallelism = () => 8; syncBuiltinESMExports();`;

export const EIGHT_PROCESSORS = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(EIGHT)}` } as const;
