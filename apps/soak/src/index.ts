export { problemsOfEvmRows } from './evm/evm-rows.js';
export { describeReport, type SoakReport } from './report.js';
export { runSoak, type SoakRun } from './soak.js';
