import { join } from 'node:path';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';

/**
 * Opens `<dataDir>/logs/<name>.log`. The programs' JSON lines go there unchanged, so that tools can read them and the
 * terminal stays readable; 3 older files of 10 MB are kept.
 */
export function openLog(dataDir: string, name: string): RotatingFileStream {
  const stream = createStream(`${name}.log`, { path: logFolder(dataDir), size: '10M', maxFiles: 3 });
  // A full disk must not end the service; PostgreSQL and the programs report it in their own way.
  stream.on('error', () => undefined);
  return stream;
}

export function logFolder(dataDir: string): string {
  return join(dataDir, 'logs');
}
