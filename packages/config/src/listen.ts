/** Whether a program can listen where HOST and a port's setting say, and what to change where it cannot. */
import { createServer } from 'node:net';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** The setting that names the port. */
  readonly variable: string;
}

export interface ListenProblem {
  /** Code of the system: `EADDRINUSE`. */
  readonly code: string;
  /** With the remedy, without the stop at its end. */
  readonly sentence: string;
}

/** @returns why nobody can listen there now; null where one can */
export async function findListenProblem(address: ListenAddress): Promise<ListenProblem | null> {
  const { host, port } = address;
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen({ host, port, exclusive: true }, resolve);
    });
    return null;
  } catch (error) {
    const known = listenProblemOf(error, address);
    const { code = String(error) } = error as NodeJS.ErrnoException;
    const sentence = `Nobody can listen on ${host}:${port} (${code}): set HOST and ${address.variable} to an address that is free`;
    return known ?? { code, sentence };
  } finally {
    await new Promise((resolve) => probe.close(resolve));
  }
}

/** @returns what an error of `listen` means; null where it does not come of the address */
export function listenProblemOf(error: unknown, { host, port, variable }: ListenAddress): ListenProblem | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const correctHost = 'set HOST to one of this machine, such as 127.0.0.1 or 0.0.0.0';
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is taken by another program: stop that one, or set ${variable} to a free port`,
    EACCES: `Port ${port} may not be opened by this user: set ${variable} to one above 1023`,
    EADDRNOTAVAIL: `This machine has no address ${host}: ${correctHost}`,
    ENOTFOUND: `The host name ${host} cannot be found: ${correctHost}`,
    EAI_AGAIN: `The host name ${host} cannot be found: ${correctHost}`,
  };
  const sentence = sentences[code];
  return sentence === undefined ? null : { code, sentence };
}
