export { Access, type AccessOptions } from './access/access.js';
export { type AppOptions, type Apps, createApps } from './app.js';
export { openApiDocument } from './openapi.js';
export { type RunningServer, startServer } from './server.js';
