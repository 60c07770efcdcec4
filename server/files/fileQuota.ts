import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { type FileUsage, quotaTexts } from '@contract/features/system/storageQuotaTexts';
import type { Orm } from '@server/db/orm';
import { storedFileTable, userTable } from '@server/db/schema';
import { Refusal } from '@server/http/errors';
import { isOutsider, type Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';

const dayMs = 86_400_000;
const gigabyteBytes = 1024 ** 3;

const { createBy, createTime, organizationId, purgeTime, size } = storedFileTable;
const sizeSum = sql<string>`coalesce(sum(${size}), 0)`;

/**
 * Returns the bytes uploaded within 24 hours by the person and by all external people of the organization, and the
 * bytes stored. A deleted upload counts until its content is removed; only an administrator removes content at once.
 * @param viewer person whose own bytes are counted, in the home organization
 */
export async function usageOf(
  { env, now }: Pick<Services, 'env' | 'now'>,
  orm: Orm,
  viewer: Viewer,
): Promise<FileUsage> {
  const homeId = viewer.homeOrganizationId;
  const homeCondition = homeId === null ? undefined : eq(organizationId, homeId);
  const isRecent = gt(createTime, new Date(now().getTime() - dayMs));
  const isStored = isNull(purgeTime);
  const outsiders = orm
    .select({ id: userTable.id })
    .from(userTable)
    .where(or(eq(userTable.isQy, true), eq(userTable.isOutside, true)));
  const total = async (...conditions: Parameters<typeof and>): Promise<number> =>
    Number(
      (
        await orm
          .select({ bytes: sizeSum })
          .from(storedFileTable)
          .where(and(homeCondition, ...conditions))
      )[0]?.bytes ?? 0,
    );
  return {
    outside: await total(isRecent, isStored, inArray(createBy, outsiders)),
    outsideLimit: env.outsideUpload * gigabyteBytes,
    ownBytes: await total(isRecent, isStored, eq(createBy, viewer.user.id)),
    ownLimit: env.personUpload * gigabyteBytes,
    storedBytes: await total(isStored),
  };
}

/**
 * Makes the transactions that record files of one person wait for each other until they end, and likewise those of all
 * external people of one organization. Otherwise simultaneous uploads, none of which sees the others, exceed the limit
 * together. The person's lock always comes first, so that two transactions never wait for each other.
 */
async function lockQuota(tx: Orm, viewer: Viewer): Promise<void> {
  const lock = (ownerKey: string) =>
    tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`upload quota ${ownerKey}`}))`);
  await lock(`person ${viewer.user.id}`);
  if (isOutsider(viewer)) await lock(`organization ${String(viewer.homeOrganizationId)}`);
}

/**
 * Checks in the transaction that records a file that the person may upload it. Simultaneous uploads are counted one
 * after the other.
 * @param viewer the uploading person
 * @param addedBytes size of the file
 * @throws Refusal 413, as `assertQuota`
 */
export async function claimQuota(
  services: Pick<Services, 'env' | 'now'>,
  tx: Orm,
  viewer: Viewer,
  addedBytes: number,
): Promise<void> {
  await lockQuota(tx, viewer);
  await assertQuota(services, tx, viewer, addedBytes);
}

/**
 * Checks that a person may upload more bytes.
 * @param viewer the uploading person
 * @param addedBytes bytes that the person wants to upload
 * @throws Refusal 413 if the person, or all external people of the organization together, reached the limit of 24 hours
 */
export async function assertQuota(
  services: Pick<Services, 'env' | 'now'>,
  orm: Orm,
  viewer: Viewer,
  addedBytes: number,
): Promise<void> {
  const { ownBytes, ownLimit, outside, outsideLimit } = await usageOf(services, orm, viewer);
  if (ownBytes + addedBytes > ownLimit) throw new Refusal(413, 'quota', quotaTexts.own(ownLimit));
  if (isOutsider(viewer) && outside + addedBytes > outsideLimit)
    throw new Refusal(413, 'quota', quotaTexts.outside(outsideLimit));
}
