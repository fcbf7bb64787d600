export { Access, type AccessOptions } from './access/access.js';
export { openApiDocument } from './documents/openapi.js';
export { type AppOptions, type Apps, createApps } from './server/app.js';
export { type RunningServer, startServer } from './server/http-server.js';
