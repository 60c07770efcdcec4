import type { Answer, OrganizationBrief } from '@contract/wire';
import { client } from './client';

/** Appearance of the shells (SPEC §3, settings from the server). Images are public paths. */
export interface Brand {
  readonly title: string;
  /** Short name of the organization, shown before the title. */
  readonly titlePre: string | null;
  /** Title where space is short. */
  readonly shortTitle: string | null;
  /** Default theme colour, `#rrggbb`, for people who have chosen none. */
  readonly theme: string | null;
  readonly logoUrl: string | null;
  readonly loginLogo: string | null;
  readonly favicon: string | null;
  readonly footerTxt: string | null;
  readonly caseNumber: string | null;
  /** True if the manual is offered (SPEC §8). */
  readonly help: boolean;
  readonly organization: OrganizationBrief | null;
}

/** Returns the brand, or undefined if it can't be loaded. Shows no error. */
export async function fetchBrand(): Promise<Brand | undefined> {
  try {
    return (await client.get<Answer<Brand>>('api/familyBucket/getFamilyBucket', { quiet: true })).data.body;
  } catch {
    return undefined;
  }
}
