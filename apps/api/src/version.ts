/** Shown in the index document, the OpenAPI document and /health. */
export const VERSION = '0.4.1';
