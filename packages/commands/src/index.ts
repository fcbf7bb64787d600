export {
  type CommandLine,
  type CommandSpec,
  commandOf,
  parseCommandLine,
  programOf,
  readCommandLine,
  UsageError,
} from './command.js';
export * from './specs.js';
