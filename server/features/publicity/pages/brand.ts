import { and, eq, isNull } from 'drizzle-orm';
import { productTitle } from '@contract/constants';
import type { PublicBrand } from '@contract/features/publicity/pages/frame';
import { formatDay } from '@server/base/zone';
import { organizationTable } from '@server/db/schema';
import { openPathOf } from '@server/files/openPath';
import type { Services } from '@server/services';

const withSlash = (path: string | null): string | null => (path === null ? null : `/${path}`);

export interface SiteBrand {
  readonly brand: PublicBrand;
  readonly favicon: string | null;
  /** The only organisation of the installation; null where there are several. */
  readonly organizationId: number | null;
}

/** The product's own, where the database does not answer. */
export const plainBrand: SiteBrand = {
  brand: { title: productTitle, logo: null, footer: null, caseNumber: null },
  favicon: null,
  organizationId: null,
};

/**
 * Whose pages these are, as before login: the only organisation's settings, and none where there are several, so that
 * nobody learns who else is a customer.
 */
export async function publicBrand({ database: { orm }, env, now }: Services): Promise<SiteBrand> {
  const { id, name, logo, favicon, titlePre, footerTxt, caseNumber, enabled, deleteTime } = organizationTable;
  const found = await orm
    .select({ id, name, logo, favicon, titlePre, footerTxt, caseNumber })
    .from(organizationTable)
    .where(and(isNull(deleteTime), eq(enabled, '1')))
    .limit(2);
  const only = found.length === 1 ? found[0] : undefined;
  const year = formatDay(now(), env.zone).slice(0, 4);
  return {
    brand: {
      title: `${only?.titlePre ?? ''}${productTitle}`,
      logo: withSlash(openPathOf(only?.logo ?? null)),
      footer: only?.footerTxt ?? `© ${year} ${only?.name ?? productTitle}`,
      caseNumber: only?.caseNumber ?? null,
    },
    favicon: withSlash(openPathOf(only?.favicon ?? null)),
    organizationId: only?.id ?? null,
  };
}
