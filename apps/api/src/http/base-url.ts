import type { Request } from 'express';

/** Host and port as browsers write them. Anything else in a Host header is not repeated to anyone. */
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** @returns what stands before the paths of this server's URLs, without a slash at the end */
export function baseUrl(publicUrl: string | undefined, request: Request): string {
  if (publicUrl !== undefined) return publicUrl;
  const { host } = request.headers;
  if (host !== undefined && host.length <= 255 && HOST.test(host)) return `http://${host}`;
  return `http://127.0.0.1:${request.socket.localPort ?? 80}`;
}
