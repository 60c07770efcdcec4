import { and, eq, isNull } from 'drizzle-orm';
import { productTitle, themeColour } from '@contract/constants';
import type { PublicBrand } from '@contract/features/publicity/pages/pageFrame';
import { publicFilePath } from '@contract/fields/uploadRules';
import { formatDay } from '@server/base/zone';
import { brandTable, organizationTable } from '@server/db/schema';
import type { Services } from '@server/services';

/** Organization whose settings style a page: its id, the only organization of the installation, or none. */
type BrandOwner = number | 'only' | null;

/**
 * Returns name, logos, colour and footer of a page: the organization's own, else the platform's, else the product's.
 * Pictures are paths that anyone may open.
 * @param owner `'only'` is the one organization of the installation; with several organizations it is none, so that
 * nobody learns who else is a customer
 */
export async function shownBrand({ database: { orm }, env, now }: Services, owner: BrandOwner) {
  const { id, deleteTime, enabled } = organizationTable;
  const matchingOrganizations =
    owner === null
      ? []
      : await orm
          .select()
          .from(organizationTable)
          .where(and(isNull(deleteTime), owner === 'only' ? eq(enabled, '1') : eq(id, owner)))
          .limit(2);
  const organization = matchingOrganizations.length === 1 ? matchingOrganizations[0] : undefined;
  const [platform] = await orm.select().from(brandTable).where(isNull(brandTable.deleteTime)).limit(1);
  const logo = publicFilePath(organization?.logo ?? null);
  const favicon = publicFilePath(organization?.favicon ?? null);
  const year = formatDay(now(), env.zone).slice(0, 4);
  return {
    title: organization?.title ?? platform?.title ?? productTitle,
    // The platform's short name would be a second name beside the organization's own.
    shortTitle: organization?.shortTitle ?? (organization?.title ? null : (platform?.shortTitle ?? null)),
    titlePre: organization?.titlePre ?? null,
    logo: logo ?? publicFilePath(platform?.logo ?? null),
    favicon: favicon ?? publicFilePath(platform?.favicon ?? null),
    theme: organization?.theme ?? platform?.theme ?? null,
    footerTxt:
      organization?.footerTxt ??
      platform?.footerTxt ??
      `© ${year} ${organization?.name ?? platform?.title ?? productTitle}`,
    caseNumber: organization?.caseNumber ?? platform?.caseNumber ?? null,
    help: !organization?.noHelp,
    organization: organization ? { organizationId: organization.id, name: organization.name, logo, favicon } : null,
  };
}

const withSlash = (path: string | null): string | null => (path === null ? null : `/${path}`);

interface SiteBrand {
  readonly brand: PublicBrand;
  readonly favicon: string | null;
  readonly theme: string;
  /** Organization whose brand the page shows; null for the platform. */
  readonly organizationId: number | null;
}

/** The product's own brand, used if the database does not answer. */
export const plainBrand: SiteBrand = {
  brand: { title: productTitle, logo: null, footer: null, caseNumber: null },
  favicon: null,
  theme: themeColour,
  organizationId: null,
};

/**
 * Returns the brand of a public page.
 * @param publisher organization that published the content; a page without a publisher belongs to the installation
 */
export async function publicBrand(services: Services, publisher?: number | null): Promise<SiteBrand> {
  const brand = await shownBrand(services, publisher ?? 'only');
  return {
    brand: {
      title: `${brand.titlePre ?? ''}${brand.title}`,
      logo: withSlash(brand.logo),
      footer: brand.footerTxt,
      caseNumber: brand.caseNumber,
    },
    favicon: withSlash(brand.favicon),
    theme: brand.theme ?? themeColour,
    organizationId: brand.organization?.organizationId ?? null,
  };
}
