export { type LogTerminal, logTerminal } from './log-terminal.js';
export { type ChainPoll, pollChains, SILENT_SECONDS } from './poll-chains.js';
export { duration, percent } from './progress-text.js';
export { showProgress } from './show-progress.js';
export { type SyncProgress, syncProgressOf } from './sync-progress.js';
export { Terminal, type TerminalListener } from './terminal.js';
