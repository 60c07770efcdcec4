import { statfs } from 'node:fs/promises';
import { jobTexts } from '@contract/features/system/jobs/jobTexts';
import { tellAdministrators } from '@server/features/notices/tellAdministrators';
import type { Services } from '../services';

/**
 * Free shares of the disk. Administrators are warned below `lowShare`; above `enoughShare` a later fall is reported
 * again.
 */
const lowShare = 0.1;
const enoughShare = 0.12;
/** Interval of the checks in ms. */
const checkIntervalMs = 5 * 60_000;

/** Returns free bytes and size of a directory's disk. */
type RoomOf = (directory: string) => Promise<{ readonly free: number; readonly size: number }>;

const roomOf: RoomOf = async (directory) => {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { free: bavail * bsize, size: blocks * bsize };
};

interface DiskAlarm {
  /** Checks once. */
  check(): Promise<void>;
  stop(): void;
}

/** Warns administrators by notice and mail if less than a tenth of the data directory's disk is free. */
export function watchDisk(services: Services, measureRoom: RoomOf = roomOf): DiskAlarm {
  let isAlarmed = false;

  async function checkDisk(): Promise<void> {
    const { free, size } = await measureRoom(services.env.dataDir);
    const freeShare = size > 0 ? free / size : 1;
    if (freeShare >= enoughShare) isAlarmed = false;
    if (freeShare >= lowShare || isAlarmed) return;
    await tellAdministrators(services, {
      programPart: jobTexts.worker,
      title: jobTexts.diskTitle,
      text: jobTexts.diskText(Math.floor(freeShare * 100), services.env.dataDir),
    });
    isAlarmed = true;
  }

  const checkQuietly = (): void =>
    void checkDisk().catch((error: unknown) => services.log.error({ err: error }, 'nobody looked at the disk'));
  checkQuietly();
  const timer = setInterval(checkQuietly, checkIntervalMs);
  timer.unref();
  return { check: checkDisk, stop: () => clearInterval(timer) };
}
