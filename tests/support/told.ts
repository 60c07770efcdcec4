import { eq } from 'drizzle-orm';
import { announcementSendTable, announcementTable } from '@server/db/schema';
import type { TestServer } from './server';

/** Returns who received messages whose text has these words. */
export async function toldOf({ database: { orm } }: TestServer, words: string): Promise<number[]> {
  const announcementSendRows = await orm
    .select({ person: announcementSendTable.userId, text: announcementTable.msgAbstract })
    .from(announcementSendTable)
    .innerJoin(announcementTable, eq(announcementTable.id, announcementSendTable.anntId))
    .orderBy(announcementSendTable.id);
  return announcementSendRows.flatMap(({ person, text }) => (text?.includes(words) ? [Number(person)] : []));
}
