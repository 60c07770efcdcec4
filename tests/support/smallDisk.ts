import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly path: string;
  /** Fills it to the last byte. */
  fill(): void;
  /** Frees what was filled. */
  free(): void;
  remove(): void;
}

/**
 * Creates a disk of so many megabytes in memory; needs root and `mount`.
 * @returns undefined where that is not possible
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
      // A stopped database leaves its files open: a lazy unmount hides the disk now, and frees it with this process.
      const { status, stderr } = spawnSync('umount', ['-l', path], { encoding: 'utf8' });
      if (status !== 0) throw new Error(`umount ${path}: ${stderr}`);
      rmSync(path, { recursive: true, force: true });
    },
  };
}
