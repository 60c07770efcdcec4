import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { type FileUsage, quotaTexts } from '@contract/features/system/quotas';
import type { Orm } from '../db/orm';
import { storedFileTable, userTable } from '../db/schema';
import { Refusal } from '../http/errors';
import { isOutsider, type Viewer } from '../http/viewer';
import type { Services } from '../services';

const day = 86_400_000;
const gigabyte = 1024 ** 3;

const { createBy, createTime, organizationId, purgeTime, size } = storedFileTable;
const sum = sql<string>`coalesce(sum(${size}), 0)`;

/**
 * What has come within 24 hours, of the person and of all outsiders of the organisation, and what is kept. What was
 * cleared away since counts as uploaded.
 */
export async function usageOf(
  { env, now }: Pick<Services, 'env' | 'now'>,
  orm: Orm,
  viewer: Viewer,
): Promise<FileUsage> {
  const own = viewer.homeOrganizationId;
  const within = own === null ? undefined : eq(organizationId, own);
  const recent = gt(createTime, new Date(now().getTime() - day));
  const outsiders = orm
    .select({ id: userTable.id })
    .from(userTable)
    .where(or(eq(userTable.isQy, true), eq(userTable.isOutside, true)));
  const total = async (...conditions: Parameters<typeof and>): Promise<number> =>
    Number(
      (
        await orm
          .select({ bytes: sum })
          .from(storedFileTable)
          .where(and(within, ...conditions))
      )[0]?.bytes ?? 0,
    );
  return {
    outside: await total(recent, inArray(createBy, outsiders)),
    outsideLimit: env.outsideUpload * gigabyte,
    own: await total(recent, eq(createBy, viewer.user.id)),
    ownLimit: env.personUpload * gigabyte,
    kept: await total(isNull(purgeTime)),
  };
}

/**
 * Whether so many bytes more may come from the person.
 * @throws Refusal 413 where the person, or the outsiders of the organisation together, have brought enough for 24 hours
 */
export async function assertQuota(
  services: Pick<Services, 'env' | 'now'>,
  orm: Orm,
  viewer: Viewer,
  more: number,
): Promise<void> {
  const { own, ownLimit, outside, outsideLimit } = await usageOf(services, orm, viewer);
  if (own + more > ownLimit) throw new Refusal(413, 'quota', quotaTexts.own(ownLimit));
  if (isOutsider(viewer) && outside + more > outsideLimit)
    throw new Refusal(413, 'quota', quotaTexts.outside(outsideLimit));
}
