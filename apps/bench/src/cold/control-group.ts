/**
 * A bound that the kernel puts on a server: how much memory it has, its page cache and shared buffers included, and how
 * many reads of its disk a second. Needs root and version 1 of control groups.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = '/sys/fs/cgroup';
const NAME = `chaintrail-bench-${process.pid}`;
const MIB = 2 ** 20;

interface Bounds {
  readonly memoryMb: number;
  /** Reads a second; 0 is no bound. */
  readonly readsASecond: number;
}

export class ControlGroup {
  readonly #memory = join(ROOT, 'memory', NAME);
  readonly #disk = join(ROOT, 'blkio', NAME);
  readonly #device: string;

  /** @param folder on the disk that is bounded. @throws Error where that cannot be */
  constructor(folder: string, { memoryMb, readsASecond }: Bounds) {
    const { dev } = statSync(folder);
    // Numbers of a device as glibc packs them (sys/sysmacros.h).
    this.#device = `${(dev >> 8) & 0xfff}:${(dev & 0xff) | ((dev >> 12) & 0xfff00)}`;
    try {
      for (const group of this.#groups()) mkdirSync(group);
      writeFileSync(join(this.#memory, 'memory.limit_in_bytes'), String(memoryMb * MIB));
      writeFileSync(join(this.#disk, 'blkio.throttle.read_iops_device'), `${this.#device} ${readsASecond}`);
    } catch (error) {
      throw new Error('memory cannot be bounded here: it takes root, and version 1 of control groups', {
        cause: error,
      });
    }
  }

  /** Takes processes in; what they start follows them. Nothing of any disk is in memory then. */
  take(pids: readonly number[]): void {
    for (const group of this.#groups()) for (const pid of pids) move(pid, group);
    execFileSync('sync');
    writeFileSync('/proc/sys/vm/drop_caches', '1');
  }

  /** @returns reads of the disk so far */
  reads(): number {
    const served = readFileSync(join(this.#disk, 'blkio.throttle.io_serviced'), 'latin1');
    return Number(new RegExp(`^${this.#device} Read (\\d+)$`, 'm').exec(served)?.[1] ?? 0);
  }

  /** Once all its processes have ended. */
  close(): void {
    for (const group of this.#groups()) rmdirSync(group);
  }

  #groups(): readonly string[] {
    return [this.#memory, this.#disk];
  }
}

function move(pid: number, group: string): void {
  try {
    writeFileSync(join(group, 'cgroup.procs'), String(pid));
  } catch (error) {
    // It has ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
