export { duration, percent } from './progress-text.js';
export { type ChainPoll, pollChains, SILENT_SECONDS, showProgress } from './show-progress.js';
export { type SyncProgress, syncProgressOf } from './sync-progress.js';
export { type LogTerminal, logTerminal, Terminal, type TerminalListener } from './terminal.js';
