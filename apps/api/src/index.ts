export { type AppOptions, createApp } from './app.js';
export { openApiDocument } from './openapi.js';
export { type RunningServer, startServer } from './server.js';
