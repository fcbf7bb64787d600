import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAIN = process.env['TEST_PROGRAMS'] === 'bundle' ? 'bundle/main.cjs' : 'main.js';
const FILE = fileURLToPath(new URL(`../../dist/${MAIN}`, import.meta.url));

/** Runs the program of the API to its end. */
export function runApi(env: Readonly<Record<string, string>>): Promise<{ code: unknown; output: string }> {
  const options = { env: { PATH: process.env['PATH'], ...env }, timeout: 50_000 };
  return new Promise((resolve) => {
    execFile(process.execPath, [FILE], options, (error, stdout, stderr) => {
      resolve({ code: error ? error.code : 0, output: stdout + stderr });
    });
  });
}
