import { eq } from 'drizzle-orm';
import { publicUrlTexts } from '@contract/features/publicity/publicity';
import type { Orm } from '@server/db/orm';
import { organizationTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';
import type { Services } from '@server/services';

/**
 * What a kept paper's QR code begins with: PUBLIC_URL, else what the organisation says of itself (对外网址). Never what a
 * request claims, whose Host anybody writes.
 * A demonstration that was told neither says where it listens.
 * @returns without a slash at its end; null where nobody has said
 */
export async function publicOrigin(
  { env }: Pick<Services, 'env'>,
  orm: Orm,
  organizationId: number | null,
): Promise<string | null> {
  const [agency] =
    env.publicUrl || organizationId === null
      ? []
      : await orm
          .select({ publicUrl: organizationTable.publicUrl })
          .from(organizationTable)
          .where(eq(organizationTable.id, organizationId));
  const said =
    env.publicUrl ??
    agency?.publicUrl ??
    (env.demo ? `http://${env.host.includes(':') ? `[${env.host}]` : env.host}:${env.port}` : null);
  return said?.replace(/\/+$/, '') ?? null;
}

/** The same where a paper is made that stays. @throws Refusal 409 `publicUrlMissing` */
export async function requiredOrigin(
  services: Pick<Services, 'env'>,
  orm: Orm,
  organizationId: number | null,
): Promise<string> {
  const origin = await publicOrigin(services, orm, organizationId);
  if (origin === null) throw conflict(publicUrlTexts.missing, 'publicUrlMissing');
  return origin;
}
