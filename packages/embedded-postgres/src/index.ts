export { type Account, chooseAccount } from './account.js';
export { EmbeddedPostgresError } from './errors.js';
export { FolderInUseError, type Ownership, ownFolder } from './ownership.js';
export { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './start.js';
