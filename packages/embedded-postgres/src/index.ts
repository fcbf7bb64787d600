export { chooseAccount } from './account.js';
export { FolderInUseError, type Ownership, ownFolder } from './ownership.js';
export { type Account, EmbeddedPostgresError } from './program.js';
export { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './start.js';
