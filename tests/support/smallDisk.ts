import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly path: string;
  /** To its last byte. */
  fill(): void;
  /** As before it was filled. */
  free(): void;
  remove(): void;
}

/**
 * A disk of so many megabytes, in memory; it needs the rights of root, and a system that has `mount`.
 * @returns undefined where there can't be one
 */
export function smallDisk(megabytes: number): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), 'occhealth-disk-'));
  if (
    process.getuid?.() !== 0 ||
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'tmpfs', path]).status !== 0
  ) {
    rmSync(path, { recursive: true, force: true });
    return undefined;
  }
  const filler = join(path, 'filler');
  return {
    path,
    fill() {
      const { bavail, bsize } = statfsSync(path);
      appendFileSync(filler, Buffer.alloc(bavail * bsize));
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      // A database that has stopped leaves its files open: gone for everybody else now, and altogether with this
      // process.
      const { status, stderr } = spawnSync('umount', ['-l', path], { encoding: 'utf8' });
      if (status !== 0) throw new Error(`umount ${path}: ${stderr}`);
      rmSync(path, { recursive: true, force: true });
    },
  };
}
