import { eq } from 'drizzle-orm';
import { publicUrlTexts } from '@contract/features/publicity/publicityWire';
import type { Orm } from '@server/db/orm';
import { organizationTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';
import type { Services } from '@server/services';

/**
 * Returns the base address of QR codes on stored papers and of links in mails: PUBLIC_URL, else the organization's
 * 对外网址. Never uses the Host header of the request, which anybody can set. A demonstration without either uses its
 * listening address.
 * @returns the address without a slash at its end; null if none is configured
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
  const configuredOrigin =
    env.publicUrl ??
    agency?.publicUrl ??
    (env.demo ? `http://${env.host.includes(':') ? `[${env.host}]` : env.host}:${env.port}` : null);
  return configuredOrigin?.replace(/\/+$/, '') ?? null;
}

/**
 * Returns the base address of QR codes on stored papers; refuses if none is configured, because a stored paper can't be
 * corrected.
 * @throws Refusal 409 `publicUrlMissing`
 */
export async function requiredOrigin(
  services: Pick<Services, 'env'>,
  orm: Orm,
  organizationId: number | null,
): Promise<string> {
  const publicAddress = await publicOrigin(services, orm, organizationId);
  if (publicAddress === null) throw conflict(publicUrlTexts.missing, 'publicUrlMissing');
  return publicAddress;
}
