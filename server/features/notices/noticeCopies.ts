import { pinyinOf } from '@server/base/pinyin';
import type { Orm } from '@server/db/orm';
import { announcementSendTable } from '@server/db/schema';
import type { Services } from '@server/services';
import { mailMarks } from './mail/mailMarks';

interface CopiesToStore {
  readonly anntId: number;
  readonly priority: string;
  readonly createBy: number;
  readonly people: readonly {
    readonly id: number;
    readonly nickName: string;
    readonly organizationId: number | null;
  }[];
}

/** Highest number of rows in one statement, because PostgreSQL limits the number of parameters. */
const batchSize = 1000;

/** Stores one copy of a published notice for each person and queues its mail, in the caller's transaction. */
export async function storeCopies(
  services: Services,
  tx: Orm,
  { anntId, priority, createBy, people }: CopiesToStore,
): Promise<void> {
  const createTime = services.now();
  for (let from = 0; from < people.length; from += batchSize) {
    const batch = people.slice(from, from + batchSize);
    const markOf = await mailMarks(
      services,
      tx,
      batch.map(({ id }) => id),
      priority,
    );
    await tx.insert(announcementSendTable).values(
      batch.map(({ id, nickName, organizationId }) => ({
        anntId,
        userId: id,
        receiverName: nickName,
        ...pinyinOf(nickName),
        organizationId,
        readFlag: '0',
        sendStatus: '1',
        createBy,
        createTime,
        ...markOf(id),
      })),
    );
  }
}
